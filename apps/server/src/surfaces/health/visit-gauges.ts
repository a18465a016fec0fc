import { Counter, Gauge } from 'prom-client'
import type { RequestServices } from '../../requests/requests/services.ts'

/** Registers the metrics of the visits that this process counts. */
export function visitGauges({ metrics: { registry }, visitCounts }: Pick<RequestServices, 'metrics' | 'visitCounts'>): void {
  const registers = [registry]
  const { totals } = visitCounts
  new Counter({
    name: 'sportello_visit_reports_total',
    help: 'Accepted reports of browsers about visits: counted, or ignored because of a robot, a wish for privacy, or a form that is not counted',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      this.inc({ outcome: 'counted' }, totals.countedReports)
      this.inc({ outcome: 'ignored' }, totals.ignoredReports)
    },
  })
  const plain = [
    ['sportello_visits_total', 'Visits counted', 'visits'],
    ['sportello_visit_rows_stored_total', 'Counts of visits that were stored', 'storedRows'],
    ['sportello_visit_counts_dropped_total', 'Counts of visits that were dropped, because too many different ones waited', 'droppedCounts'],
    ['sportello_visit_store_failures_total', 'Transactions with counts of visits that failed', 'failures'],
  ] as const
  for (const [name, help, key] of plain)
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(totals[key])
      },
    })
  new Gauge({
    name: 'sportello_visit_rows_waiting',
    help: 'Counts of visits that wait in memory to be stored',
    registers,
    collect() {
      this.set(visitCounts.waiting)
    },
  })
}
