#!/usr/bin/env python3
"""A bot in fifty lines: opens a table of Dojo, seats the server's bots in the other chairs and plays
a whole game of random legal moves. Usage: examples/bot.py [HOST PORT]. See docs/PROTOCOL.md."""
import json, os, random, socket, struct, sys

host, port = sys.argv[1:3] if len(sys.argv) > 2 else ("localhost", 8080)
line = socket.create_connection((host, port))
stream = line.makefile("rb")

def frame(opcode, payload):  # clients must mask what they send
    mask = os.urandom(4)
    length = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
    line.sendall(bytes([0x80 | opcode]) + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

def say(**message):
    frame(1, json.dumps(message).encode())

def messages():
    while head := stream.read(2):
        length = head[1] if head[1] < 126 else int.from_bytes(stream.read(2 if head[1] == 126 else 8), "big")
        payload = stream.read(length)
        if head[0] & 15 == 9:  # a ping
            frame(10, payload)
        elif head[0] & 15 == 1:
            yield json.loads(payload)

line.sendall(f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGF0YW1pIHNheXMgaGV5IQ==\r\n\r\n".encode())
while stream.readline().strip(): pass  # the header of the HTTP response
say(type="rename", to="Fifty lines")
say(type="open", settings={"header": {"game": "dojo", "players": 4}, "tempo": "normal"})
table = answer = None
for message in messages():
    kind = message["type"]
    if kind == "table" and table is None:
        table = message["table"]
        say(type="sit", table=table, contribution=os.urandom(8).hex())
        say(type="seat_bot", table=table, level="student")
        say(type="start", table=table)
    elif kind in ("position", "update"):
        legal = message["dojo_own"]["legal"]
        if not legal or answer in message.get("events", []):
            answer = None  # carried out; until then updates may repeat the question
        if legal and not answer:
            answer = random.choice(legal)
            say(type="act", table=table, seq=message["seq"], move=answer)
    elif kind == "refused":
        sys.exit(message["text"])
    elif kind == "table" and message["stage"] == "over":
        sys.exit(print(f"Over. The record: http://{host}:{port}/records/{table}.jsonl"))
