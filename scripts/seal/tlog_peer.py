"""A witness and a log that speak C2SP over HTTP and nothing else, to try a node's against.

Made without any code of this project: written from the texts of the specifications (c2sp.org/tlog-witness,
c2sp.org/tlog-checkpoint, c2sp.org/tlog-cosignature version 1, c2sp.org/signed-note, RFC 6962), with the standard
library and the Ed25519 of the package cryptography.

  python3 scripts/seal/tlog_peer.py witness LOG_KEY    a witness of that log; prints {"key", "url"} and serves
  python3 scripts/seal/tlog_peer.py key                prints the key of the log below
  python3 scripts/seal/tlog_peer.py log URL KEY        has the witness at URL, whose key is KEY, cosign that log
"""

import base64
import hashlib
import json
import struct
import sys
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LOG_SIGNATURE, COSIGNATURE = 1, 4
EMPTY_ROOT = hashlib.sha256(b"").digest()


def b64(data):
    return base64.b64encode(data).decode()


def key_of(label):
    private = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(label.encode()).digest())
    return private, private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def key_id(name, algorithm, public):
    return hashlib.sha256(name.encode() + b"\n" + bytes([algorithm]) + public).digest()[:4]


def vkey(name, algorithm, public):
    return f"{name}+{key_id(name, algorithm, public).hex()}+{b64(bytes([algorithm]) + public)}"


def read_vkey(text, algorithm):
    name, digits, blob = text.split("+", 2)
    data = base64.b64decode(blob, validate=True)
    if data[0] != algorithm or key_id(name, algorithm, data[1:]).hex() != digits:
        raise ValueError("no such key")
    return name, data[1:]


def holds(public, signature, message):
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
        return True
    except InvalidSignature:
        return False


class Note:
    """A signed note whose text is a checkpoint."""

    def __init__(self, text):
        body, _, lines = text.rpartition("\n\n")
        self.body = body + "\n"
        origin, size, root = self.body.split("\n")[:3]
        self.origin, self.size, self.root = origin, int(size), base64.b64decode(root, validate=True)
        self.signatures = []
        for line in lines.splitlines():
            dash, name, blob = line.split(" ")
            if dash != "\u2014":
                raise ValueError("no signature line")
            data = base64.b64decode(blob, validate=True)
            self.signatures.append((name, data[:4], data[4:]))
        if not self.signatures or not text.endswith("\n"):
            raise ValueError("no note")

    def is_signed(self, name, public):
        """Every signature of this key holds, and there is one."""
        own = [sig for who, by, sig in self.signatures if who == name and by == key_id(name, LOG_SIGNATURE, public)]
        return own != [] and all(holds(public, sig, self.body.encode()) for sig in own)

    def cosigned_at(self, name, public):
        for who, by, blob in self.signatures:
            if who != name or by != key_id(name, COSIGNATURE, public):
                continue
            (seconds,) = struct.unpack(">Q", blob[:8])
            message = f"cosignature/v1\ntime {seconds}\n{self.body}".encode()
            if holds(public, blob[8:], message):
                return seconds
        return None


def consistency_holds(old, new, old_root, new_root, proof):
    """RFC 9162 2.1.4.2, which is RFC 6962 2.1.2 as an algorithm."""
    if old == new:
        return proof == [] and old_root == new_root
    if old == 0:
        return proof == []
    path = list(proof)
    if old & (old - 1) == 0:
        path.insert(0, old_root)
    if not path:
        return False
    fn, sn = old - 1, new - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr = hashlib.sha256(b"\x01" + c + fr).digest()
            sr = hashlib.sha256(b"\x01" + c + sr).digest()
            while not fn & 1 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = hashlib.sha256(b"\x01" + sr + c).digest()
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and fr == old_root and sr == new_root


def serve(log_key):
    origin, log_public = read_vkey(log_key, LOG_SIGNATURE)
    name = "witness.example/w1"
    private, public = key_of("a witness of elsewhere")
    cosigned = {}

    def add_checkpoint(text):
        head, _, rest = text.partition("\n\n")
        first, *lines = head.split("\n")
        if not first.startswith("old ") or len(lines) > 63:
            return 400, ""
        old, proof, note = int(first[4:]), [base64.b64decode(line, validate=True) for line in lines], Note(rest)
        if note.origin != origin:
            return 404, ""
        if not note.is_signed(origin, log_public):
            return 403, ""
        if old > note.size:
            return 400, ""
        last = cosigned.get(origin)
        size, root = (0, EMPTY_ROOT) if last is None else (last.size, last.root)
        if old != size:
            return 409, f"{size}\n"
        if not consistency_holds(old, note.size, root, note.root, proof):
            return 422, ""
        seconds = int(time.time())
        message = f"cosignature/v1\ntime {seconds}\n{note.body}".encode()
        blob = key_id(name, COSIGNATURE, public) + struct.pack(">Q", seconds) + private.sign(message)
        line = f"\u2014 {name} {b64(blob)}\n"
        cosigned[origin] = note
        # Others' keys and algorithms, as witnesses with several have them: a client passes over them.
        other = f"\u2014 {name} {b64(key_id(name, 6, public) + bytes(2428))}\n"
        return 200, other + line

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            text = self.rfile.read(int(self.headers["content-length"])).decode()
            status, answer = (404, "")
            if self.path == "/sub/add-checkpoint":
                try:
                    status, answer = add_checkpoint(text)
                except (ValueError, IndexError):
                    status, answer = 400, ""
            body = answer.encode()
            self.send_response(status)
            self.send_header("content-type", "text/x.tlog.size" if status == 409 else "text/plain")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            print(json.dumps({"status": status}), flush=True)

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    url = f"http://127.0.0.1:{server.server_address[1]}/sub"
    print(json.dumps({"key": vkey(name, COSIGNATURE, public), "url": url}), flush=True)
    server.serve_forever()


LOG_ORIGIN = "log.example/of-elsewhere"
LEAVES = [f"leaf {i}".encode() for i in range(13)]


def tree(leaves):
    if not leaves:
        return EMPTY_ROOT
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return hashlib.sha256(b"\x01" + tree(leaves[:k]) + tree(leaves[k:])).digest()


def consistency(m, leaves, whole=True):
    """PROOF of RFC 6962 2.1.2, by its definition."""
    n = len(leaves)
    if m == n:
        return [] if whole else [tree(leaves)]
    k = 1
    while k * 2 < n:
        k *= 2
    if m <= k:
        return consistency(m, leaves[:k], whole) + [tree(leaves[k:])]
    return consistency(m - k, leaves[k:], False) + [tree(leaves[:k])]


def checkpoint(size, root=None, origin=LOG_ORIGIN, signer="a log of elsewhere"):
    private, _ = key_of(signer)
    _, public = key_of("a log of elsewhere")
    body = f"{origin}\n{size}\n{b64(root or tree(LEAVES[:size]))}\n"
    return body + f"\n\u2014 {origin} {b64(key_id(origin, LOG_SIGNATURE, public) + private.sign(body.encode()))}\n"


def be_cosigned(url, witness_key):
    """A conversation, and what came of each question: [name, status, whether all is as the texts say]."""
    name, public = read_vkey(witness_key, COSIGNATURE)
    said = []

    def ask(path, data=None):
        request = urllib.request.Request(url + path, data=None if data is None else data.encode())
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.headers["content-type"], answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers["content-type"], error.read().decode()

    def add(what, wanted, old, note, proof=(), size=None):
        lines = "".join(b64(one) + "\n" for one in proof)
        status, kind, text = ask("/add-checkpoint", f"old {old}\n{lines}\n{note}")
        fits = status == wanted
        if wanted == 200:
            fits = fits and Note(note + text).cosigned_at(name, public) is not None
        if wanted == 409:
            fits = fits and kind == "text/x.tlog.size" and text == f"{size}\n"
        said.append([what, status, fits])

    def read(what, wanted, origin, size=None):
        status, _, text = ask(f"/monitor/{hashlib.sha256(origin.encode()).hexdigest()}/checkpoint")
        fits = status == wanted
        if wanted == 200:
            note, (_, log) = Note(text), key_of("a log of elsewhere")
            fits = fits and note.size == size and note.is_signed(LOG_ORIGIN, log)
            fits = fits and note.cosigned_at(name, public) is not None
        said.append([what, status, fits])

    read("nothing was cosigned yet", 404, LOG_ORIGIN)
    add("another log", 404, 0, checkpoint(3, origin="log.example/another"))
    add("signed by another key", 403, 0, checkpoint(3, signer="somebody"))
    add("no question", 400, "x", checkpoint(3))
    add("an empty log with a root", 422, 0, checkpoint(0, root=tree(LEAVES[:1])))
    add("an empty log", 200, 0, checkpoint(0))
    add("from nothing with a proof", 422, 0, checkpoint(3), [tree(LEAVES[:1])])
    add("from nothing", 200, 0, checkpoint(3))
    add("the same again", 200, 3, checkpoint(3))
    add("an old size above the new one", 400, 9, checkpoint(8))
    add("an old size that is not the last", 409, 0, checkpoint(8), size=3)
    add("without a proof", 422, 3, checkpoint(8))
    add("with a false proof", 422, 3, checkpoint(8), consistency(3, LEAVES[:8])[::-1])
    add("another root of the same size", 422, 3, checkpoint(3, root=tree(LEAVES[1:4])))
    add("with its proof", 200, 3, checkpoint(8), consistency(3, LEAVES[:8]))
    add("a smaller size", 409, 3, checkpoint(5), consistency(3, LEAVES[:5]), size=8)
    add("all of it", 200, 8, checkpoint(13), consistency(8, LEAVES))
    read("what was cosigned last", 200, LOG_ORIGIN, 13)
    print(json.dumps(said))


if __name__ == "__main__":
    if sys.argv[1] == "witness":
        serve(sys.argv[2])
    elif sys.argv[1] == "key":
        print(vkey(LOG_ORIGIN, LOG_SIGNATURE, key_of("a log of elsewhere")[1]))
    else:
        be_cosigned(sys.argv[2], sys.argv[3])
