import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterContent, EICAR, type Misbehaviour, NO_CLAMD, of, type RunningClamd, startClamd, startPeer } from '../../../test/clamd.ts'
import { clamdAddress } from '../../platform/addresses.ts'
import { readConfig } from '../../platform/config.ts'
import { ScannerUnavailable, VirusScanner, virusScannerAt } from './clamd.ts'

const SHORT = { connectMs: 300, answerMs: 500 }

describe('the setting CLAMD_URL', () => {
  test.each([
    ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
    ['tcp://clamav.example.org:3310/', { host: 'clamav.example.org', port: 3310 }],
    ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
    ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ])('accepts the URL %s', (url, address) => expect(clamdAddress(url)).toEqual(address))

  test.each(['tcp://127.0.0.1', 'tcp://:3310', 'tcp://a:0', 'tcp://a:70000', 'http://a:3310', 'unix:relative', '127.0.0.1:3310', 'tcp://a b:1'])(
    'with the invalid URL %s prevents the start of the server, with a one-line error',
    (url) => {
      expect(() => readConfig({ CLAMD_URL: url, SECRET_KEY: 'a'.repeat(32) })).toThrow('CLAMD_URL must be tcp://HOST:PORT or unix:/PATH')
    },
  )
})

describe('a virus scan', () => {
  const say =
    (text: string): Misbehaviour =>
    (socket) =>
      afterContent(socket, () => void socket.write(text))
  test.each<[what: string, behave: Misbehaviour]>([
    ['hangs after the connection', () => {}],
    ['reads the whole file and hangs', (socket) => void socket.resume()],
    ['closes the connection at once', (socket) => void socket.end()],
    ['resets the connection at once', (socket) => void socket.resetAndDestroy()],
    ['closes the connection after the content', (socket) => afterContent(socket, () => void socket.end())],
    ['resets the connection after the content', (socket) => afterContent(socket, () => void socket.resetAndDestroy())],
    ['resets the connection in the middle of the content', (socket) => void socket.once('data', () => socket.resetAndDestroy())],
    ['responds with an error', say('stream: Can’t allocate memory ERROR\0')],
    ['responds that the file is too large', say('INSTREAM size limit exceeded. ERROR\0')],
    [
      'responds that the file is too large before it has all of it',
      (socket) => void socket.once('data', () => socket.end('INSTREAM size limit exceeded. ERROR\0')),
    ],
    ['responds that the command is unknown', say('UNKNOWN COMMAND\0')],
    ['responds with garbage', say('\u{1F4A9}\0')],
    ['responds with endless garbage', (socket) => afterContent(socket, () => void socket.write('x'.repeat(1_000_000)))],
    ['responds with an empty line', say('\0')],
    ['responds OK for another file', say('/etc/passwd: OK\0')],
    ['responds OK without a file name', say('OK\0')],
    ['responds OK with a character before it', say('xstream: OK\0')],
    ['responds OK with a space after it', say('stream: OK \0')],
    ['responds OK and then a second result', say('stream: OK\0stream: Test FOUND\0')],
    ['responds OK without the terminating NUL', say('stream: OK')],
    ['responds OK with a line break instead of the NUL', (socket) => afterContent(socket, () => void socket.end('stream: OK\n'))],
    ['responds with half of OK and hangs', say('stream: O')],
    ['is a web server', say('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['responds with a part and hangs', (socket) => void sleep(100).then(() => socket.write('stream:'))],
  ])('fails if the virus scanner %s', async (_what, behave) => {
    const peer = await startPeer(behave)
    const scanner = new VirusScanner(peer.address, SHORT)
    const started = performance.now()
    for (const content of [Buffer.from('x'), randomBytes(3_000_000)]) await expect(scanner.scan(of(content), 1)).rejects.toThrow(ScannerUnavailable)
    expect(performance.now() - started).toBeLessThan(3_000)
    await peer.close()
  })

  test('fails if nothing listens at the scanner’s address', async () => {
    const peer = await startPeer(() => {})
    await peer.close()
    await expect(new VirusScanner(peer.address, SHORT).scan(of(Buffer.from('x')), 1)).rejects.toThrow(ScannerUnavailable)
    await expect(new VirusScanner({ path: '/nonexistent/clamd.sock' }, SHORT).scan(of(Buffer.from('x')), 1)).rejects.toThrow(ScannerUnavailable)
    await expect(new VirusScanner({ host: '192.0.2.1', port: 3310 }, SHORT).version()).rejects.toThrow(ScannerUnavailable)
  })

  test('fails if the file cannot be read completely', async () => {
    const peer = await startPeer(say('stream: OK\0'))
    async function* broken() {
      yield Buffer.from('x')
      throw new Error('the disk is gone')
    }
    await expect(new VirusScanner(peer.address, SHORT).scan(broken(), 1)).rejects.toThrow('the disk is gone')
    await peer.close()
  })

  test('fails if the scanner responds OK before it has received the whole content', async () => {
    const peer = await startPeer((socket) => void socket.once('data', () => socket.resume().write('stream: OK\0')))
    async function* slow() {
      yield Buffer.from('x')
      await sleep(100)
      yield Buffer.from('y')
    }
    await expect(new VirusScanner(peer.address).scan(slow(), 2)).rejects.toThrow('before it had all of the content')
    await peer.close()
  })

  test('waits for one of four slots while the scanner hangs, and fails after the timeout', async () => {
    let open = 0
    let most = 0
    const peer = await startPeer((socket) => {
      most = Math.max(most, ++open)
      afterContent(socket, async () => {
        await sleep(20)
        open--
        socket.write('stream: OK\0')
      })
    })
    const scanner = new VirusScanner(peer.address)
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => scanner.scan(of(Buffer.from('x')), 1)))
    expect(verdicts).toEqual(Array.from({ length: 40 }, () => ({ clean: true })))
    expect(most).toBeLessThanOrEqual(4)
    await peer.close()

    const hung = await startPeer(() => {})
    const waiting = new VirusScanner(hung.address, SHORT)
    const started = performance.now()
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => waiting.scan(of(Buffer.from('x')), 1)))
    expect(all.every((each) => each.status === 'rejected')).toBe(true)
    expect(performance.now() - started).toBeLessThan(3_000)
    // The virus scans have timed out. They must have released the semaphore, so that a new scan can start.
    await hung.close()
    await expect(waiting.scan(of(Buffer.from('x')), 1)).rejects.toThrow('cannot be reached')
  })
})

describe.skipIf(NO_CLAMD)('a virus scan by a real clamd', () => {
  let clamd: RunningClamd
  beforeAll(async () => {
    clamd = await startClamd(['StreamMaxLength 5M', 'MaxThreads 2'])
  })
  afterAll(() => clamd?.stop())
  const scanner = () => virusScannerAt(clamd.url) as VirusScanner
  const scan = (...pieces: Buffer[]) =>
    scanner().scan(
      of(...pieces),
      pieces.reduce((sum, piece) => sum + piece.length, 0),
    )

  test('distinguishes clean from infected content, whatever the chunk size', async () => {
    expect(await scan(Buffer.from('Buongiorno'))).toEqual({ clean: true })
    expect(await scan()).toEqual({ clean: true })
    expect(await scan(Buffer.alloc(0), Buffer.from('x'), Buffer.alloc(0))).toEqual({ clean: true })
    expect(await scan(Buffer.from(EICAR))).toEqual({ clean: false, malware: expect.stringContaining('Test.Eicar') })
    expect(await scan(...Array.from(Buffer.from(EICAR), (byte) => Buffer.from([byte])))).toMatchObject({ clean: false })
    expect(await scan(randomBytes(4_000_000), Buffer.from(EICAR))).toMatchObject({ clean: false })
  })

  test('succeeds for 40 parallel scans when clamd has two threads', async () => {
    const verdicts = await Promise.all(Array.from({ length: 40 }, (_, at) => scan(Buffer.from(at % 2 === 0 ? 'x' : EICAR))))
    expect(verdicts.map(({ clean }) => clean)).toEqual(Array.from({ length: 40 }, (_, at) => at % 2 === 0))
  })

  test('fails for content that exceeds clamd’s stream limit', async () => {
    await expect(scan(...Array.from({ length: 100 }, () => randomBytes(100_000)))).rejects.toThrow(ScannerUnavailable)
    expect(await scan(Buffer.from('x'))).toEqual({ clean: true })
  })

  test('reports the version of clamd', async () => {
    expect(await scanner().version()).toEqual({ version: expect.stringMatching(/^\d+\.\d+/), signatures: null })
  })

  test('fails while clamd is suspended, and succeeds afterwards', async () => {
    process.kill(clamd.pid, 'SIGSTOP')
    const hasty = new VirusScanner(clamdAddress(clamd.url) as { path: string }, SHORT)
    await expect(hasty.scan(of(Buffer.from('x')), 1)).rejects.toThrow('in time')
    process.kill(clamd.pid, 'SIGCONT')
    expect(await scan(Buffer.from('x'))).toEqual({ clean: true })
  })
})
