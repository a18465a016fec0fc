# Seals an SSO message. Python 3.9 or later, with the package "cryptography":
#   echo '{"client":"acme","email":"anna@example.org"}' | python3 seal_message.py CUSTOMER_CODE SECRET
import base64
import json
import os
import sys
import time
import uuid

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def seal_message(customer_code: str, secret: str, person: dict) -> str:
    """secret: the form's sso_secret_aes; person: client, up to three sub-clients, and what the form may know of the visitor."""
    key = HKDF(algorithm=hashes.SHA256(), length=32, salt=b"", info=b"sso-message-v1").derive(secret.encode())
    content = {"jti": str(uuid.uuid4()), "exp": int(time.time()) + 120, **person}
    iv = os.urandom(12)
    sealed = AESGCM(key).encrypt(iv, json.dumps(content).encode(), customer_code.encode())
    return base64.urlsafe_b64encode(iv + sealed).rstrip(b"=").decode()


if __name__ == "__main__":
    print(seal_message(sys.argv[1], sys.argv[2], json.load(sys.stdin)))
