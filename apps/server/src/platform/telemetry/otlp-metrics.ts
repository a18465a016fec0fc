import { type HrTime, ValueType } from '@opentelemetry/api'
import { hrTime, millisToHrTime } from '@opentelemetry/core'
import {
  AggregationTemporality,
  DataPointType,
  type Histogram,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import type { Registry } from 'prom-client'
import type { OtlpProtocol } from '../config.ts'
import { closeExport } from './closing.ts'
import { processResource } from './resource.ts'

/**
 * Exports the metrics that `/metrics` has to an OpenTelemetry collector by OTLP over HTTP, with the same names. They are
 * counted once, for Prometheus; a MetricProducer (OpenTelemetry, "Metrics SDK") translates them.
 * @param intervalMs time between two exports in milliseconds
 * @returns a function that exports them once more and stops
 */
export async function exportMetrics(registry: Registry, protocol: OtlpProtocol, intervalMs: number): Promise<() => Promise<void>> {
  const { OTLPMetricExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-metrics-otlp-http')
    : import('@opentelemetry/exporter-metrics-otlp-proto'))
  const resource = processResource()
  const scope = { name: 'sportello' }
  const collect = async () => {
    const metrics = await collectMetrics(registry)
    return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] }
  }
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: intervalMs,
    exportTimeoutMillis: Math.min(intervalMs, EXPORT_MS),
    metricProducers: [{ collect }],
  })
  return closeExport(new MeterProvider({ resource, readers: [reader] }))
}

/** Time in milliseconds after which an export has failed. The next one has the figures of the failed one too. */
const EXPORT_MS = 10_000

/** Time from which counters count. */
const STARTED = millisToHrTime(performance.timeOrigin)

interface Value {
  value: number
  labels: Readonly<Partial<Record<string, string | number>>>
  metricName?: string
}

async function collectMetrics(registry: Registry): Promise<MetricData[]> {
  const metrics = await registry.getMetricsAsJSON()
  const now = hrTime()
  return metrics.flatMap(({ name, help, type, values }): MetricData[] => {
    const common = {
      descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    }
    const points = () => values.map(({ value, labels }) => ({ startTime: STARTED, endTime: now, attributes: labels, value }))
    // The library's type declares an enumeration of numbers, but its objects have names.
    switch (type as unknown as string) {
      case 'counter':
        return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }]
      case 'gauge':
        return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() }]
      case 'histogram':
        return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(name, values, now) }]
      default:
        return []
    }
  })
}

/** Prometheus counts the values up to each bound, OpenTelemetry those between two bounds. */
function histogramPoints(name: string, values: readonly Value[], now: HrTime) {
  const histograms = new Map<string, { attributes: Value['labels']; upTo: [bound: number, count: number][]; sum: number; count: number }>()
  for (const { metricName, value, labels } of values) {
    const { le, ...attributes } = labels
    const key = JSON.stringify(attributes)
    const histogram = histograms.get(key) ?? { attributes, upTo: [], sum: 0, count: 0 }
    histograms.set(key, histogram)
    if (metricName === `${name}_sum`) histogram.sum = value
    else if (metricName === `${name}_count`) histogram.count = value
    else histogram.upTo.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value])
  }
  return [...histograms.values()].map(({ attributes, upTo, sum, count }) => {
    const sorted = upTo.sort(([one], [other]) => one - other)
    const boundaries = sorted.map(([bound]) => bound).filter(Number.isFinite)
    const counts = sorted.map(([, upToHere], at) => upToHere - (sorted[at - 1]?.[1] ?? 0))
    const value: Histogram = { buckets: { boundaries, counts }, sum, count }
    return { startTime: STARTED, endTime: now, attributes, value }
  })
}
