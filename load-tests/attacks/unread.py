"""unread.py HOST PORT FROM COUNT: opens connections that send the request on standard input and read nothing.

They have the segments and the receive buffers of a real network, which Node cannot set: on the loopback device, the
system would keep what the server would have to keep otherwise. Prints "open", and ends when it is killed.
"""

import socket
import sys
import time

host, port, source, count = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
request = sys.stdin.buffer.read()
connections = []
for _ in range(count):
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1448)
    connection.bind((source, 0))
    connection.connect((host, port))
    connection.sendall(request)
    connections.append(connection)
print("open", flush=True)
time.sleep(600)
