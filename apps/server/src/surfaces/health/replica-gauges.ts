import { Counter, Gauge } from 'prom-client'
import type { RequestServices } from '../../requests/requests/services.ts'

/** Registers the metrics of the reads that may be slightly old, and of the replicas as this process sees them. Without replicas they have no samples. */
export function replicaGauges({ metrics: { registry }, database: { replicas } }: RequestServices): void {
  const registers = [registry]
  new Gauge({
    name: 'sportello_replica_up',
    help: '1 if the process uses the database replica, 0 if it is behind or cannot be reached. The primary is left out',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset()
      for (const { name, isPrimary, isFresh } of replicas.state.replicas) if (!isPrimary) this.set({ server: name }, Number(isFresh))
    },
  })
  new Gauge({
    name: 'sportello_replica_age_seconds',
    help: 'Age of the newest state that the database replica is known to have, by which up to about two seconds are normal',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset()
      for (const { name, ageMs } of replicas.state.replicas) if (Number.isFinite(ageMs)) this.set({ server: name }, ageMs / 1_000)
    },
  })
  new Counter({
    name: 'sportello_replica_reads_total',
    help: 'Reads that may be slightly old, by the server that served them: the host of a replica, or primary',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset()
      const { primaryReads, replicas: all } = replicas.state
      if (all.length === 0) return
      this.inc({ server: 'primary' }, primaryReads)
      for (const { name, reads } of all) this.inc({ server: name }, reads)
    },
  })
}
