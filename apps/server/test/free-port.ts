import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a free port of this machine for a program that a test starts. The port is from 20,000 to 32,767: below the range
 * from which Linux serves programs that ask for any port, because another program could otherwise take it before the
 * started one listens, and above all ports that browsers refuse to open.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
