import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A TCP proxy between a process and its database. Tests can pause it, slow it down, and reset its connections. */
export interface DatabaseProxy {
  port: number
  /** Delay in milliseconds that the database proxy adds in each direction. */
  delayMs: number
  /** Stops all traffic through the proxy without closing connections, as when a network cable is unplugged. */
  pause: () => void
  resume: () => void
  /** Resets all connections through the proxy. */
  reset: () => void
  close: () => Promise<void>
}

export async function openProxy(target: NetConnectOpts): Promise<DatabaseProxy> {
  const callers = new Set<Socket>()
  let held: Promise<void> | undefined
  let release = () => {}
  const server = createServer((near) => {
    const far = connect(target)
    callers.add(near)
    near.on('close', () => callers.delete(near))
    carry(near, far)
    carry(far, near)
  })
  function carry(from: Socket, to: Socket): void {
    from.setNoDelay(true)
    let last = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      from.pause()
      last = last.then(async () => {
        if (line.delayMs > 0) await new Promise((done) => setTimeout(done, line.delayMs))
        await held
        if (!to.destroyed) to.write(chunk)
        from.resume()
      })
    })
    from.on('error', () => {})
    from.on('end', () => void last.then(() => to.end()))
    from.on('close', () => {
      void last.then(() => to.destroy())
    })
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const line: DatabaseProxy = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    pause() {
      held ??= new Promise<void>((done) => {
        release = done
      })
    },
    resume() {
      held = undefined
      release()
    },
    reset() {
      for (const socket of callers) socket.resetAndDestroy()
    },
    async close() {
      line.resume()
      line.reset()
      server.close()
      await once(server, 'close')
    },
  }
  return line
}
