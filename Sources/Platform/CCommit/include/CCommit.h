#ifndef PEACH_COMMIT_H
#define PEACH_COMMIT_H

/// Returns the abbreviated Git commit of this build, or an empty string if it is not known.
const char *peach_commit(void);

#endif
