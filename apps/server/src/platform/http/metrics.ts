import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** The metrics of the server process for Prometheus. Labels of metrics never contain personal data. */
export interface Metrics {
  registry: Registry
  requestsReceived: Counter<'auth_type'>
  requestsConfirmed: Counter
  savedDrafts: Counter<'act'>
  mails: Counter<'outcome'>
  deliveries: Counter<'kind' | 'outcome'>
  ticketReports: Counter<'kind' | 'outcome'>
  scannedFiles: Counter<'outcome'>
  httpSeconds: Histogram<'method' | 'route' | 'status'>
}

export function makeMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requestsReceived: new Counter({
      name: 'sportello_requests_received_total',
      help: 'Requests stored and acknowledged',
      labelNames: ['auth_type'],
      registers,
    }),
    requestsConfirmed: new Counter({ name: 'sportello_requests_confirmed_total', help: 'Requests confirmed by their mailed link', registers }),
    savedDrafts: new Counter({
      name: 'sportello_saved_drafts_total',
      help: 'Requests that visitors saved to go on later, opened again, or deleted',
      labelNames: ['act'],
      registers,
    }),
    mails: new Counter({ name: 'sportello_mail_attempts_total', help: 'Attempts to send a mail', labelNames: ['outcome'], registers }),
    deliveries: new Counter({
      name: 'sportello_delivery_attempts_total',
      help: 'Attempts to deliver a ticket',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    ticketReports: new Counter({
      name: 'sportello_ticket_reports_total',
      help: 'Signed reports of ticket systems about the states of their tickets',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    scannedFiles: new Counter({ name: 'sportello_scanned_files_total', help: 'Files handed to the virus scanner', labelNames: ['outcome'], registers }),
    httpSeconds: new Histogram({
      name: 'sportello_http_request_seconds',
      help: 'Time to answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
  }
}
