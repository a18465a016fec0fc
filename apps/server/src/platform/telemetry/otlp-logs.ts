import type { AnyValueMap } from '@opentelemetry/api-logs'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import type { OtlpProtocol } from '../config.ts'
import { closeExport } from './closing.ts'
import type { LogRecord } from './log-export.ts'
import { processResource } from './resource.ts'

/** Names of pino's levels, and their numbers in OpenTelemetry's data model of logs ("Severity Fields"). */
const SEVERITIES: Readonly<Record<number, [text: string, number: number]>> = {
  10: ['TRACE', 1],
  20: ['DEBUG', 5],
  30: ['INFO', 9],
  40: ['WARN', 13],
  50: ['ERROR', 17],
  60: ['FATAL', 21],
}

/**
 * Exports log lines to an OpenTelemetry collector by OTLP over HTTP. A line that is written while a span is active names
 * its trace. Lines wait in memory, at most 2,048; further ones are dropped.
 */
export async function exportLogs(protocol: OtlpProtocol): Promise<{ write: (record: LogRecord) => void; close: () => Promise<void> }> {
  const { OTLPLogExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-logs-otlp-http')
    : import('@opentelemetry/exporter-logs-otlp-proto'))
  const provider = new LoggerProvider({ resource: processResource(), processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })] })
  const logger = provider.getLogger('sportello')
  return {
    write({ level, time, message, more }) {
      const [severityText, severityNumber] = SEVERITIES[level] ?? SEVERITIES[30] ?? []
      logger.emit({ timestamp: time, severityText, severityNumber, body: message, attributes: attributesOf(more) } as Parameters<typeof logger.emit>[0])
    },
    close: closeExport(provider),
  }
}

/** Names the parts of an error as the semantic conventions do ("Exceptions in logs"). */
function attributesOf({ err, ...others }: Readonly<Record<string, unknown>> = {}): AnyValueMap {
  const attributes = others as AnyValueMap
  if (typeof err !== 'object' || err === null) return attributes
  const { type, message, stack, ...more } = err as Record<string, string>
  return {
    ...attributes,
    'exception.type': type,
    'exception.message': message,
    'exception.stacktrace': stack,
    ...(Object.keys(more).length > 0 && { err: more }),
  }
}
