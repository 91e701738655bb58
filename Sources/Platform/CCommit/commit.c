#include "CCommit.h"

#ifndef PEACH_COMMIT
#define PEACH_COMMIT ""
#endif

const char *peach_commit(void) { return PEACH_COMMIT; }
