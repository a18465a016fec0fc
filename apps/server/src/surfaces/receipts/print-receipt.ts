import { Piscina } from 'piscina'
import { apiError } from '../../platform/http/api-error.ts'
import type { PrintedReceipt } from './receipt-pdf.ts'

/** Milliseconds after which a receipt that is not ready is given up. Measured: a receipt takes 80 ms, the first 600 ms. */
const TIME_LIMIT_MS = 10_000
/** Maximum number of receipts that wait; a further one is rejected. */
const MAX_WAITING = 50
/** The thread ends after this many milliseconds without a receipt, to free its memory. */
const IDLE_MS = 60_000

let printers: Piscina<PrintedReceipt, Uint8Array> | undefined

/**
 * Creates the PDF of a receipt in a worker thread, because the main thread could answer no requests in the meantime.
 * The thread starts with the first receipt.
 * @throws ApiError forms0002 if too many receipts wait or the receipt takes too long
 */
export async function printReceipt(receipt: PrintedReceipt): Promise<Buffer> {
  printers ??= new Piscina<PrintedReceipt, Uint8Array>({
    filename: new URL('./receipt-pdf.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MAX_WAITING,
    idleTimeout: IDLE_MS,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  if (printers.queueSize >= MAX_WAITING) throw apiError('forms0002')
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  try {
    return Buffer.from(await printers.run(receipt, { signal }))
  } catch (error) {
    if (signal.aborted) throw apiError('forms0002')
    throw error
  }
}
