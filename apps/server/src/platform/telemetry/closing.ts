import { setTimeout as sleep } from 'node:timers/promises'

/** Time in milliseconds that the end of a process waits for a collector. */
const CLOSE_MS = 3_000

/** Exports what is still buffered. What the collector has not received within three seconds is lost. */
export const closeExport = (provider: { shutdown: () => Promise<void> }) => (): Promise<void> =>
  Promise.race([provider.shutdown().catch(() => {}), sleep(CLOSE_MS)])
