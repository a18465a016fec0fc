import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory of a process, in MB; 0 where it has gone. */
export function memoryOf(pid: number): number {
  try {
    // A process that is about to run another program has none for a moment.
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

/** How many files and connections a process holds open. */
export const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/**
 * Memory that a process still has a use for, in MB: of its own heap and outside of it, after its garbage was collected. Resident memory
 * tells nothing of that: the engine keeps what it may need again.
 * @param inspector the port that the process was started to be inspected at
 */
export async function liveMemoryOf(inspector: number): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${inspector}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  try {
    // https://chromedevtools.github.io/devtools-protocol/
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
