import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, context, defaultTextMapGetter, defaultTextMapSetter, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { About, OpenSpan, Tracing } from './tracing.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }
const CLOSE_MS = 3_000

/**
 * Tells OpenTelemetry's collector by OTLP over HTTP. Where it is, what is told (OTEL_TRACES_SAMPLER), how it is gathered (OTEL_BSP_*) and how it is sent
 * (OTEL_EXPORTER_OTLP_*) the SDK reads from the variables of its specification ("Environment Variable Specification").
 */
export async function openTelemetry(protocol: 'http/protobuf' | 'http/json'): Promise<Tracing> {
  const { OTLPTraceExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'))
  const named = resourceFromAttributes({ 'service.name': 'sportello' })
  const provider = new NodeTracerProvider({
    // Of the process nothing is told but what the environment says: its arguments and its user's name are nobody's business.
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const propagator = new W3CTraceContextPropagator()
  provider.register({ propagator: null })
  const tracer = provider.getTracer('sportello')
  const parentOf = ({ parent, state }: About): Context =>
    parent === undefined ? context.active() : propagator.extract(ROOT_CONTEXT, { traceparent: parent, tracestate: state }, defaultTextMapGetter)
  return {
    begin(name, about): OpenSpan {
      const from = about.kind === 'client' ? context.active() : parentOf({ ...about, parent: about.parent ?? '' })
      const span = tracer.startSpan(name, { kind: KINDS[about.kind], ...(about.facts && { attributes: about.facts }) }, from)
      const within = trace.setSpan(from, span)
      return {
        within: (work) => context.with(within, work),
        end({ name: better, facts, failed } = {}) {
          if (better !== undefined) span.updateName(better)
          if (facts) span.setAttributes(facts)
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    underWay: () => trace.getActiveSpan() !== undefined,
    traceparent() {
      const carrier: { traceparent?: string } = {}
      propagator.inject(context.active(), carrier, defaultTextMapSetter)
      return carrier.traceparent ?? ''
    },
    // What could not be handed over is lost with the process, and nothing else is.
    close: () => Promise.race([provider.shutdown().catch(() => {}), sleep(CLOSE_MS)]),
  }
}
