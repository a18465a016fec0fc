import { type Context, context, defaultTextMapGetter, defaultTextMapSetter, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { OtlpProtocol } from '../config.ts'
import { closeExport } from './closing.ts'
import { processResource } from './resource.ts'
import type { OpenSpan, SpanOptions, Tracing } from './tracing.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/**
 * Exports spans to an OpenTelemetry collector by OTLP over HTTP. The SDK reads its other settings from the environment
 * (OpenTelemetry, “Environment Variable Specification”): exporter (OTEL_EXPORTER_OTLP_*), sampler (OTEL_TRACES_SAMPLER)
 * and batch processor (OTEL_BSP_*).
 */
export async function exportTraces(protocol: OtlpProtocol): Promise<Tracing> {
  const { OTLPTraceExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'))
  const provider = new NodeTracerProvider({ resource: processResource(), spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] })
  const propagator = new W3CTraceContextPropagator()
  provider.register({ propagator: null })
  const tracer = provider.getTracer('sportello')
  const parentOf = ({ parent, state }: SpanOptions): Context =>
    parent === undefined ? context.active() : propagator.extract(ROOT_CONTEXT, { traceparent: parent, tracestate: state }, defaultTextMapGetter)
  return {
    startSpan(name, options): OpenSpan {
      const parent = options.kind === 'client' ? context.active() : parentOf({ ...options, parent: options.parent ?? '' })
      const span = tracer.startSpan(name, { kind: KINDS[options.kind], ...(options.attributes && { attributes: options.attributes }) }, parent)
      const active = trace.setSpan(parent, span)
      return {
        run: (work) => context.with(active, work),
        end({ name: finalName, attributes, failed } = {}) {
          if (finalName !== undefined) span.updateName(finalName)
          if (attributes) span.setAttributes(attributes)
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    hasActiveSpan: () => trace.getActiveSpan() !== undefined,
    traceparent() {
      const carrier: { traceparent?: string } = {}
      propagator.inject(context.active(), carrier, defaultTextMapSetter)
      return carrier.traceparent ?? ''
    },
    close: closeExport(provider),
  }
}
