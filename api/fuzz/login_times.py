"""login_times URL: checks whether response times reveal which addresses have accounts. For a server without rate limits.

Sends requests for a known and an unknown address in random order, and compares the times by rank (Mann-Whitney): a |z|
above 3 is a significant difference.
"""

import http.client
import json
import random
import statistics
import sys
import time
from urllib.parse import urlsplit

TRIES = 300
PASSWORD = "emerald wings at dawn"

connection = http.client.HTTPConnection(urlsplit(sys.argv[1]).netloc)


def took_ms(path, body):
    start = time.perf_counter()
    connection.request("POST", path, json.dumps(body))
    answer = connection.getresponse()
    answer.read()
    if answer.status == 429:
        sys.exit("the server limits how often one may try: set COLIBRI_RATE_LIMITS=off")
    return 1000 * (time.perf_counter() - start)


def compare(path, known, unknown):
    times = {"known": [], "unknown": []}
    for _ in range(TRIES):
        for who, body in random.sample([("known", known), ("unknown", unknown)], 2):
            times[who].append(took_ms(path, body))
    for who, taken in times.items():
        percentiles = statistics.quantiles(taken, n=20)
        print(f"{path} {who}: median {statistics.median(taken):.2f} ms, p5 {percentiles[0]:.2f}, p95 {percentiles[-1]:.2f}")
    faster = sum(one < other for one in times["known"] for other in times["unknown"]) / TRIES**2
    deviation = ((2 * TRIES + 1) / (12 * TRIES**2)) ** 0.5
    print(f"{path}: z = {(faster - 0.5) / deviation:.2f}")


name = f"times-{random.randrange(10**9)}"
form = {"username": name, "email": f"{name}@example.org", "password": PASSWORD, "passwordConfirm": PASSWORD, "country": ""}
took_ms("/api/signup", form)
known, unknown = {"email": form["email"]}, {"email": "nobody@example.org"}
compare("/api/login", {**known, "password": "not mine"}, {**unknown, "password": "not mine"})
compare("/api/account/forgot", known, unknown)
