import { isPreviewCode } from '@sportello/contract'
import { begunIn } from './catalogue/customers/begun-in.ts'
import type { Customer } from './catalogue/customers/customer.ts'
import { Previews } from './catalogue/customers/previews.ts'
import { VersionsUnderWay } from './catalogue/customers/versions-under-way.ts'
import { OptionLookups } from './catalogue/integrations/option-lookups.ts'
import { apiError } from './platform/http/api-error.ts'
import { Drain } from './platform/http/drain.ts'
import { openOutbound } from './platform/http/outbound/outbound.ts'
import { CustomerKeys, Encryption } from './platform/keys/rules.ts'
import { virusScannerAt } from './requests/attachments/rules.ts'
import { STORE_ARGUMENTS, StoreQueue } from './requests/requests/rules.ts'
import type { RequestServices } from './requests/requests/services.ts'
import { VisitCounts } from './requests/visits/rules.ts'

/** All services of the server process. */
export type Services = RequestServices

/** Creates the services of the server process. Called once per process. `log` writes a line to the log. */
export function makeServices(
  parts: Omit<
    Services,
    | 'drain'
    | 'outbound'
    | 'optionLookups'
    | 'customerKeys'
    | 'encryption'
    | 'virusScanner'
    | 'storeQueue'
    | 'visitCounts'
    | 'previews'
    | 'versionsUnderWay'
    | 'shownCustomer'
    | 'knownCustomer'
    | 'openCustomer'
    | 'begunCustomer'
  >,
  log: (message: string) => void = () => {},
): Services {
  const previews = new Previews(parts.database.kysely, parts.catalog)
  const shownCustomer = (code: string) => (isPreviewCode(code) ? previews.customer(code) : parts.catalog.customer(code))
  async function knownCustomer(code: string): Promise<Customer> {
    const customer = await shownCustomer(code)
    if (!customer) throw apiError('forms0001')
    return customer
  }
  async function openCustomer(code: string): Promise<Customer> {
    const customer = await knownCustomer(code)
    if (!customer.setting.active) throw apiError('forms0010')
    return customer
  }
  const versionsUnderWay = new VersionsUnderWay(parts.database.kysely, parts.catalog)
  const outbound = openOutbound(parts.config.outboundAllow)
  const customerKeys = new CustomerKeys(parts.database, parts.config.secretKey)
  return {
    ...parts,
    drain: new Drain(),
    outbound,
    optionLookups: new OptionLookups(outbound),
    customerKeys,
    encryption: new Encryption(customerKeys, () => parts.catalog.settings()),
    virusScanner: virusScannerAt(parts.config.clamdUrl),
    storeQueue: new StoreQueue(parts.database.pool, STORE_ARGUMENTS),
    visitCounts: new VisitCounts(parts.database.kysely, log),
    previews,
    shownCustomer,
    knownCustomer,
    openCustomer,
    versionsUnderWay,
    async begunCustomer(code, request) {
      const live = await openCustomer(code)
      const begun = await begunIn(versionsUnderWay, live, request)
      if (!begun) throw apiError('http_outdated')
      return begun
    },
  }
}
