"""Serves a folder on a local port, with the faults that downloads encounter.

range_server.py FOLDER LOG prints its port. The path selects the fault: /plain/NAME none,
/cut/COUNT/NAME the connection closes after COUNT bytes of each response, /norange/NAME ranges are
ignored, /wrong/NAME the last byte is changed, /long/NAME a byte is appended, /slow/NAME a segment
every 50 ms, /away/NAME a redirection elsewhere. LOG has a line per request: path and range."""

import http.server
import re
import sys
import time

FOLDER, LOG = sys.argv[1:3]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked = self.headers.get("Range", "")
        with open(LOG, "a", encoding="utf-8") as log:
            log.write(f"{self.path} {asked}\n")
        fault, name = self.path.strip("/").split("/", 1)
        if fault == "away":
            self.send_response(302)
            self.send_header("Location", "file:///etc/hostname")
            self.end_headers()
            return
        limit = None
        if fault == "cut":
            count, name = name.split("/", 1)
            limit = int(count)
        try:
            with open(f"{FOLDER}/{name}", "rb") as file:
                data = file.read()
        except OSError:
            self.send_error(404)
            return
        if fault == "wrong":
            data = data[:-1] + bytes([data[-1] ^ 1])
        if fault == "long":
            data += b"!"
        start = 0
        match = re.fullmatch(r"bytes=(\d+)-", asked)
        if match and fault != "norange":
            start = int(match.group(1))
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        else:
            self.send_response(200)
        body = data[start:]
        if fault != "long":
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if fault == "slow":
            for offset in range(0, len(body), 256):
                self.wfile.write(body[offset : offset + 256])
                self.wfile.flush()
                time.sleep(0.05)
        else:
            self.wfile.write(body[:limit])

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
