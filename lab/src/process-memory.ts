import { readdirSync, readFileSync } from 'node:fs'

/** Returns the resident memory of a process in MB; 0 if the process has ended. */
export function memoryOf(pid: number): number {
  try {
    // While a process replaces its program (exec), its status file has no VmRSS line for a moment.
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

/** Returns the number of files and connections that a process has open. */
export const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/**
 * Returns the memory in MB that a process uses on and off its heap, after a garbage collection. Resident memory would
 * not show this, because the JavaScript engine keeps freed memory.
 * @param inspector port of the process's inspector
 */
export async function liveMemoryOf(inspector: number): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${inspector}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  try {
    // Source of the command: the Chrome DevTools Protocol, https://chromedevtools.github.io/devtools-protocol/
    await asked(socket, 'HeapProfiler.collectGarbage')
    const { result } = await asked(socket, 'Runtime.evaluate', { expression: '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())' })
    return Number(result?.value) / 2 ** 20
  } finally {
    socket.close()
  }
}

let questions = 0

function asked(socket: WebSocket, method: string, params: object = {}): Promise<{ result?: { value: unknown } }> {
  const id = ++questions
  return new Promise((resolve) => {
    socket.addEventListener('message', function hear({ data }) {
      const answer = JSON.parse(String(data)) as { id?: number; result: { result?: { value: unknown } } }
      if (answer.id !== id) return
      socket.removeEventListener('message', hear)
      resolve(answer.result)
    })
    socket.send(JSON.stringify({ id, method, params }))
  })
}
