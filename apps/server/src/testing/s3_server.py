"""OpenStack Swift with its S3 interface, on loopback and with one copy of everything: s3_server.py FOLDER PORT

Its four servers are processes of one group; a closed standard input ends them.
"""

import ctypes
import json
import os
import signal
import socket
import sys
from time import time as time_of

folder, port = sys.argv[1], int(sys.argv[2])
kinds = ['account', 'container', 'object']

import swift.common.utils as utils

# Instead of /etc/swift/swift.conf.
utils.HASH_PATH_PREFIX = b''
utils.HASH_PATH_SUFFIX = b'tribehall'
utils.SWIFT_CONF_FILE = os.path.join(folder, 'swift.conf')
with open(utils.SWIFT_CONF_FILE, 'w') as file:
    file.write('[swift-hash]\nswift_hash_path_suffix = tribehall\n[storage-policy:0]\nname = one\ndefault = yes\n')

# Once for all servers: it searches the whole memory for locks, several times.
utils.eventlet_monkey_patch()

from swift.common.ring import RingBuilder
from swift.common.wsgi import run_wsgi


class Memory:
    """In place of memcached. Without one, each request asks for the account and for the bucket again."""

    def __init__(self, *_, **__):
        self.entries = {}

    def get(self, key, **_):
        ends_at, text = self.entries.get(key, (0, 'null'))
        return json.loads(text) if time_of() < ends_at else None

    def set(self, key, value, time=0, **_):
        self.entries[key] = (time_of() + (time or 60), json.dumps(value))

    def delete(self, key, **_):
        self.entries.pop(key, None)


def free_port():
    with socket.socket() as server:
        server.bind(('127.0.0.1', 0))
        return server.getsockname()[1]


def write_conf(name, kind_port, body):
    path = os.path.join(folder, name + '.conf')
    user = 'root' if os.getuid() == 0 else os.environ.get('USER', 'nobody')
    with open(path, 'w') as file:
        file.write(f"""[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {kind_port}
workers = 0
swift_dir = {folder}
devices = {folder}/srv
mount_check = false
fallocate_reserve = 0
user = {user}
{body}""")
    return path


os.makedirs(os.path.join(folder, 'srv/d1'), exist_ok=True)
servers = []
for kind in kinds:
    ring_file = os.path.join(folder, kind + '.ring.gz')
    port_file = os.path.join(folder, kind + '.port')
    if os.path.exists(ring_file):
        with open(port_file) as file:
            kind_port = int(file.read())
    else:
        kind_port = free_port()
        with open(port_file, 'w') as file:
            file.write(str(kind_port))
        ring = RingBuilder(2, 1, 0)
        ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': kind_port, 'device': 'd1',
                      'weight': 1.0, 'replication_ip': '127.0.0.1', 'replication_port': kind_port, 'meta': ''})
        ring.rebalance()
        ring.get_ring().save(ring_file)
    servers.append((kind, write_conf(kind, kind_port, f"""[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
""")))
servers.append(('proxy', write_conf('proxy', port, """[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_tribehall_portal = secret .admin
[filter:slo]
use = egg:swift#slo
""")))

children = []
for kind, conf in servers:
    pid = os.fork()
    if pid == 0:
        # Ends with its parent, however that ends.
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        os.close(0)
        options = {}
        if kind == 'object':
            from swift.obj import server
            options['global_conf_callback'] = server.global_conf_callback
        if kind == 'proxy':
            from swift.common.middleware import memcache
            memcache.MemcacheRing = Memory
        sys.exit(run_wsgi(conf, kind + '-server', **options))
    children.append(pid)

sys.stdin.read()
for pid in children:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
