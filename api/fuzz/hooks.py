"""Supplies what a tester cannot generate from the document: tokens of real accounts, and their passwords.

In a case that must be refused, only the token is changed, so that it is still refused.
"""

import json
import os
import subprocess
import time
import urllib.request
import zlib

import schemathesis
from schemathesis.generation import GenerationMode

ADDRESS = os.environ["FUZZ_ADDRESS"]
PASSWORD = "emerald wings at dawn"
NEW_PASSWORD = "magenta throat at noon"
TEXT = "The hummingbird stands in the air before each flower, drinks, and is gone before one has seen it move. "
# Calls that delete an account or revoke its tokens.
ENDING = (
    "/api/deleteaccount",
    "/api/account/changepassword",
    "/api/account/logouteverywhere",
    "/api/changeusername",
)

accounts = 0


def call(path, body):
    """Returns the answer of a call that must succeed."""
    request = urllib.request.Request(f"{ADDRESS}{path}", json.dumps(body).encode())
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def sign_up():
    """Signs up, and returns the name and token."""
    global accounts
    accounts += 1
    # Each process signs up its own.
    name = f"fuzz-{os.getpid()}-{accounts}"
    form = {
        "username": name,
        "email": f"{name}@example.org",
        "password": PASSWORD,
        "passwordConfirm": PASSWORD,
        "country": "CR",
    }
    return name, call("/api/signup", form)["token"]


def make_key():
    """Makes a key of the public API."""
    return call("/api/makeapikey", {"token": USER_TOKEN, "keyName": "Fuzz"})["key"]


def suggest(number):
    """Suggests a text, and returns the id of the request."""
    text = f"{TEXT}Suggestion {number} of {time.monotonic_ns()}."
    form = {"token": USER_TOKEN, "text": text, "author": "Ana", "url": "https://example.org"}
    call("/api/textrequest", form)
    after = 0
    while page := call("/api/admin/gettextrequests", {"token": ADMIN_TOKEN, "after": after})["requests"]:
        after = page[-1]["id"]
    return after


USER, USER_TOKEN = sign_up()
ADMIN, ADMIN_TOKEN = sign_up()
# No case changes this account's address or password.
LOGIN, _ = sign_up()
subprocess.run([os.environ["FUZZ_COLIBRI"], "admin", "grant", ADMIN], check=True)


def token_for(path, chance):
    """Returns the token for a case: usually that of an account that may make the call."""
    if path in ENDING:
        return sign_up()[1]
    may = ADMIN_TOKEN if path.startswith("/api/admin") else USER_TOKEN
    return USER_TOKEN if chance % 4 == 0 else may


@schemathesis.hook
def filter_case(context, case):
    """Leaves out wrong types that are right in an address, in which all is text: the text "0" is the number 0 there."""
    if case.path != "/api/gettext" or case.meta is None or case.meta.generation.mode != GenerationMode.NEGATIVE:
        return True
    values = (case.query or {}).get("not", "")
    values = values if isinstance(values, list) else [values]
    return not any(str(value).removeprefix("-").isdigit() for value in values)


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body
    is_positive = case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE
    if "username" in (case.path_parameters or {}) and is_positive and len(case.path_parameters["username"]) % 2:
        case.path_parameters["username"] = USER
    if not isinstance(body, dict):
        return
    chance = zlib.crc32(json.dumps(body, sort_keys=True, default=str).encode())
    # Some cases keep their generated, invalid token.
    if isinstance(body.get("token"), str) and chance % 8 != 0:
        body["token"] = token_for(case.path, chance)
    if not is_positive or chance % 2 == 0:
        return
    if case.path == "/api/textrequest":
        body["text"] = f"{TEXT}Number {chance}."
    if case.path == "/api/login":
        body.update(email=f"{LOGIN}@example.org", password=PASSWORD)
    if case.path == "/api/getstats":
        body["username"] = USER
    if case.path in ("/api/changeskin", "/api/unlockskin"):
        body["skin"] = ("hummingbird", "cat", "snowcap")[chance % 3]
    if case.path == "/api/changesettings":
        body["settings"] = {"theme": ("light", "dark", None)[chance % 3], "volume": 50}
    if case.path == "/api/play":
        body["code"] = call("/api/multiplayer", {"token": USER_TOKEN, "private": True})["code"]
    if case.path == "/api/singleplayer" and body.get("keystrokes") is not None:
        times = [300 * n for n in range(chance % 40 + 1)]
        body.update(text="ab" * 20, mode="words15s", keystrokes=("ab" * 20)[: len(times)], times=times)
    if case.path.startswith("/api/history/") and "id" in body:
        runs = call("/api/history", {"token": USER_TOKEN})["runs"]
        body["id"] = runs[0]["id"] if runs and chance % 2 else "p0"
        return
    if "id" in body:
        body["id"] = suggest(chance)
        for field in ("text", "author"):
            body.pop(field, None)
    if case.path == "/api/account/changepassword":
        body.update(oldPassword=PASSWORD, newPassword=NEW_PASSWORD, confirmPassword=NEW_PASSWORD)
    elif case.path == "/api/account/changeemail":
        body["password"] = PASSWORD
    elif "passwordConfirm" in body:
        body.update(password=NEW_PASSWORD, passwordConfirm=NEW_PASSWORD)
