"""
OpenStack Swift with its S3 interface, all of it in one process, as its own tests run it: `object-store-swift.py FOLDER ACCOUNT:USER SECRET`.
It needs Debian's python3-swift. The one line that it writes is its port.
"""
import os
import sys

import eventlet
from eventlet import patcher, wsgi

patcher.monkey_patch(all=False, socket=True, select=True, thread=True, time=True, os=False)
from swift.common.ring import RingBuilder
from swift.common import utils
from swift.common.wsgi import SwiftHttpProtocol, loadapp

folder, key, secret = sys.argv[1:4]
account, user = key.split(":")
PARTS = {"account": [], "container": [], "object": []}


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = tests\n")
utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")
utils.validate_hash_conf()
sockets = {name: eventlet.listen(("127.0.0.1", 0)) for name in [*PARTS, "proxy"]}
for name in PARTS:
    os.makedirs(os.path.join(folder, "devices", "d1"), exist_ok=True)
    builder = RingBuilder(0, 1, 0)
    builder.add_dev({"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": sockets[name].getsockname()[1], "device": "d1", "weight": 1.0})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, name + ".ring.gz"))
common = f"swift_dir = {folder}\nlog_facility = LOG_LOCAL0\nworkers = 0\n"
conf = {
    name: write(name + ".conf", f"[DEFAULT]\n{common}devices = {folder}/devices\nmount_check = false\nfallocate_reserve = 0\n[pipeline:main]\npipeline = {name}-server\n[app:{name}-server]\nuse = egg:swift#{name}\n")
    for name in PARTS
}
conf["proxy"] = write("proxy.conf", f"""[DEFAULT]
{common}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
""")
servers = []
for name, sock in sockets.items():
    app = loadapp(conf[name], global_conf={"log_name": name})
    servers.append(eventlet.spawn(wsgi.server, sock, app, log=open(os.path.join(folder, "log"), "a"), protocol=SwiftHttpProtocol, keepalive=True))
print(sockets["proxy"].getsockname()[1], flush=True)
for server in servers:
    server.wait()
