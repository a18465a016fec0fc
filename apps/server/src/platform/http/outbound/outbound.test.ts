import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json, startUpstream, type Upstream } from '../../../../test/upstream.ts'
import { type Outbound, OutboundError, openOutbound, type Resolve } from './outbound.ts'
import { isPublicAddress } from './public-address.ts'

// Test servers on this machine that the outbound HTTP client must not call. If one of them receives a connection, the
// client made a forbidden call.
let sentinels: Server[]
let reached = 0
let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
  upstream.on('good', (_request, response) => json(response, 'here'))
  sentinels = ['127.0.0.1', '::1'].map((host) => {
    const server = createServer((socket) => {
      reached += 1
      socket.destroy()
    })
    server.on('error', () => {})
    return server.listen(8443, host)
  })
  await once(sentinels[0] as Server, 'listening')
})
afterAll(async () => {
  for (const server of sentinels) server.close()
  await upstream.close()
})

const call = (outbound: Outbound, url: string, more = {}) =>
  outbound.ask({ url: new URL(url), method: 'POST', headers: {}, body: 'x', timeoutMs: 3_000, reach: 'public', whole: false, ...more })
const reasonOf = (outbound: Outbound, url: string, more = {}) =>
  call(outbound, url, more).then(
    ({ status }) => String(status),
    (error: unknown) => (error instanceof OutboundError ? error.reason : `other: ${error}`),
  )

/** URLs with local, private and unroutable IP addresses in all spellings that a URL allows. */
const FIGURES = [
  '127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1', '0x7f.0.0.1', '017700000001', '0177.0.0.1', '0177.1', '127.0x1', '0X7F.0X0.0X0.0X1',
  '127.0.0.01', '１２７.0.0.1', '127。0。0。1', '%31%32%37.0.0.1', '①②⑦.0.0.1', '127.0.0.1.', '0', '0.0.0.0', '0x0', '00', '0.1.2.3',
  '10.0.0.1', '10.255.255.255', '0xa.1', '012.1', '167772161', '172.16.0.1', '172.31.255.255', '0xac100001', '192.168.0.1', '192.168.255.255', '0xc0a80001', '3232235521',
  '169.254.169.254', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '169.254.1', '100.64.0.1', '100.127.255.255', '100.100.100.200', '192.0.0.1', '192.0.0.170', '192.0.2.1', '198.18.0.1', '198.19.255.255',
  '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '0xffffffff', '4294967295', '192.88.99.1',
  '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[::127.0.0.1]', '[::7f00:1]', '[::ffff:0:127.0.0.1]', '[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[::ffff:8.8.8.8]',
  '[64:ff9b::7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2002:a00:1::1]', '[2001:0:7f00:1::]', '[2001::1]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[fc00::1]', '[fd00::1]', '[fd00:ec2::254]', '[ff02::1]', '[100::1]', '[2001:db8::1]', '[2001:2::1]', '[2001:10::1]', '[2001:20::1]', '[5f00::1]', '[4000::1]', '[::2]',
] as const // biome-ignore format: one spelling after the other

/** IP addresses that a DNS server may return for a harmless name, and that the client must not call. */
const RESOLVED = [
  '127.0.0.1',
  '::1',
  '10.0.0.1',
  '169.254.169.254',
  '::ffff:127.0.0.1',
  'fe80::1',
  'fe80::1%lo',
  '64:ff9b::7f00:1',
  '0.0.0.0',
  '::',
  'fd00::1',
  '2002:7f00:1::',
  'garbage',
  '',
]

const answering =
  (...addresses: string[]): Resolve =>
  (_hostname, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

describe('a private or local address', () => {
  test('is tested in more than a hundred URL spellings and resolved addresses', () => expect(FIGURES.length + RESOLVED.length).toBeGreaterThan(100))

  test.each(FIGURES)('is not called by the URL %s', async (host) => {
    const outbound = openOutbound()
    expect(await reasonOf(outbound, `https://${host}:8443/x`)).toBe('refused')
    expect(reached).toBe(0)
  })

  test.each(RESOLVED)('is not called when a host name resolves to %j', async (address) => {
    expect(await reasonOf(openOutbound([], answering(address)), 'https://hooks.example:8443/')).toBe('refused')
    expect(await reasonOf(openOutbound([], answering('8.8.8.8', address)), 'https://hooks.example:8443/')).toBe('refused')
    expect(reached).toBe(0)
  })

  test.each(['localhost', 'localhost.', 'LOCALHOST', 'ip6-localhost', 'a.localhost'])('is not called by the local name %s', async (host) => {
    expect(['refused', 'unreachable']).toContain(await reasonOf(openOutbound(), `https://${host}:8443/`))
    expect(reached).toBe(0)
  })

  test('is not called when the second DNS answer for a name differs from the first (DNS rebinding)', async () => {
    const asked = new Map<string, number>()
    const flipping: Resolve = (hostname, done) => {
      const times = asked.get(hostname) ?? 0
      asked.set(hostname, times + 1)
      answering(times === 0 ? '192.0.2.7' : '127.0.0.1')(hostname, done)
    }
    const outbound = openOutbound(['192.0.2.0/24'], flipping)
    const hosts = ['a', 'b', 'c', 'd'].map((name) => `${name}.example`)
    for (let round = 0; round < 2; round++) await Promise.all(hosts.map((host) => reasonOf(outbound, `https://${host}:8443/`, { timeoutMs: 300 })))
    expect([...asked.keys()]).toEqual(hosts)
    expect(reached).toBe(0)
    await outbound.close()
  })

  test('is called if its range is allowed, which shows that the test server detects calls', async () => {
    const outbound = openOutbound(['127.0.0.0/8'], answering('127.0.0.1'))
    expect(await reasonOf(outbound, 'https://hooks.example:8443/')).toBe('unreachable')
    expect(await reasonOf(outbound, 'https://127.1:8443/')).toBe('unreachable')
    expect(reached).toBe(2)
    reached = 0
  })
})

describe('a public address', () => {
  test.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001::1'])('%s is recognised as public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    'http://8.8.8.8/',
    'https://8.8.8.8:22/',
    'https://8.8.8.8:5432/',
    'http://hooks.example/',
    'https://u:p@hooks.example/',
    'ftp://hooks.example/',
    'file:///etc/passwd',
    'data:,x',
  ])('is not called by the URL %s', async (url) => expect(await reasonOf(openOutbound(), url)).toBe('refused'))

  test('is not called by http or on an unusual port if only another address range is allowed', async () => {
    const outbound = openOutbound(['127.0.0.0/8'], answering('8.8.8.8'))
    for (const url of ['http://8.8.8.8/', 'http://hooks.example/', 'https://hooks.example:5555/']) expect(await reasonOf(outbound, url)).toBe('refused')
  })
})

describe('an allowed range of addresses', () => {
  test('may be called by http and on any port', async () => {
    const outbound = openOutbound(['127.0.0.0/8'])
    expect(await call(outbound, upstream.url('good'))).toMatchObject({ status: 200, text: '"here"' })
    await outbound.close()
  })

  test('is called only once if it answers with a redirect, which the client returns and does not follow', async () => {
    const outbound = openOutbound(['127.0.0.0/8'])
    upstream.on('away', (_request, response) => void response.writeHead(302, { location: upstream.url('trap') }).end())
    expect(await call(outbound, upstream.url('away'))).toMatchObject({ status: 302 })
    expect(upstream.seen.map(({ behaviour }) => behaviour)).not.toContain('trap')
    await outbound.close()
  })
})
