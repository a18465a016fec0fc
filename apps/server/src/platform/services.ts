import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Drain } from './http/drain.ts'
import type { Metrics } from './http/metrics.ts'
import type { Outbound } from './http/outbound/outbound.ts'
import type { CustomerKeys, Encryption } from './keys/rules.ts'

/** The services that all parts of the server process may use. `makeServices` creates them once. */
export interface PlatformServices {
  config: Config
  database: Database
  customerKeys: CustomerKeys
  encryption: Encryption
  metrics: Metrics
  drain: Drain
  outbound: Outbound
}
