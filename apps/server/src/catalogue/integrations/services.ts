import type { CustomerServices } from '../customers/services.ts'
import type { OptionLookups } from './option-lookups.ts'

/** The services that look up a question's options in another system. */
export interface IntegrationServices extends CustomerServices {
  optionLookups: OptionLookups
}
