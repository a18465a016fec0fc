import { type VirusScanner, virusScannerAt } from './attachments/rules.ts'
import type { AttachmentStore } from './attachments/store.ts'
import type { Config } from './config.ts'
import type { Catalog } from './customers/catalog.ts'
import type { Customer } from './customers/customer.ts'
import type { Database } from './db/database.ts'
import { Drain } from './http/drain.ts'
import { fault } from './http/fault.ts'
import type { Metrics } from './http/metrics.ts'
import { type Outbound, openOutbound } from './http/outbound/outbound.ts'
import { OptionLookups } from './integrations/option-lookups.ts'
import { CustomerKeys, Sealing } from './keys/rules.ts'

/** What endpoints and jobs work with; made once by the process, handed down. */
export interface Services {
  config: Config
  database: Database
  catalog: Catalog
  attachments: AttachmentStore
  customerKeys: CustomerKeys
  sealing: Sealing
  /** Undefined where nothing scans files. */
  virusScanner: VirusScanner | undefined
  metrics: Metrics
  drain: Drain
  outbound: Outbound
  optionLookups: OptionLookups
  /** @throws Fault forms0001. */
  knownCustomer: (code: string) => Promise<Customer>
  /** A customer that takes requests now. @throws Fault forms0001, forms0010. */
  openCustomer: (code: string) => Promise<Customer>
}

export function makeServices(
  parts: Omit<Services, 'drain' | 'outbound' | 'optionLookups' | 'customerKeys' | 'sealing' | 'virusScanner' | 'knownCustomer' | 'openCustomer'>,
): Services {
  async function knownCustomer(code: string): Promise<Customer> {
    const customer = await parts.catalog.customer(code)
    if (!customer) throw fault('forms0001')
    return customer
  }
  const outbound = openOutbound(parts.config.outboundAllow)
  const customerKeys = new CustomerKeys(parts.database, parts.config.secretKey)
  return {
    ...parts,
    drain: new Drain(),
    outbound,
    optionLookups: new OptionLookups(outbound),
    customerKeys,
    sealing: new Sealing(customerKeys, () => parts.catalog.settings()),
    virusScanner: virusScannerAt(parts.config.clamdUrl),
    knownCustomer,
    async openCustomer(code) {
      const customer = await knownCustomer(code)
      if (!customer.setting.active) throw fault('forms0010')
      return customer
    },
  }
}
