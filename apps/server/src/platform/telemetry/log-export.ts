/** Two of pino's levels. */
export const INFO = 30
export const ERROR = 50

/** A line of the process's log. */
export interface LogRecord {
  /** Pino's level: 10 trace, 20 debug, 30 info, 40 warn, 50 error, 60 fatal. */
  level: number
  /** Time in milliseconds since 1970. */
  time: number
  message: string
  /** The other properties of the line. */
  more?: Readonly<Record<string, unknown>>
}

let sink: ((record: LogRecord) => void) | undefined

/** Sets where the process's log goes besides its standard output; `undefined` turns the export off. */
export function setLogExport(given: typeof sink): void {
  sink = given
}

/** Exports a message that is not a line of JSON. Does nothing if no collector is configured. */
export function exportMessage(message: string, level = INFO): void {
  sink?.({ level, time: Date.now(), message })
}

/**
 * Exports a line of JSON as pino writes it. Does nothing if no collector is configured. Does not throw: a call must not
 * fail because it is logged.
 */
export function exportLine(line: string): void {
  if (!sink) return
  try {
    sink(recordOf(line))
  } catch {
    // The line is on the standard output all the same.
  }
}

function recordOf(line: string): LogRecord {
  const {
    level,
    time,
    msg = '',
    pid: _pid,
    hostname: _hostname,
    ...more
  } = JSON.parse(line) as { level: number; time: number; msg?: string; pid?: number; hostname?: string }
  return { level, time, message: msg, more }
}
