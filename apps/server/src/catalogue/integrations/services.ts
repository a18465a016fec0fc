import type { CustomerServices } from '../customers/services.ts'
import type { OptionLookups } from './option-lookups.ts'

/** The services for looking up the options of a question at a data source. */
export interface IntegrationServices extends CustomerServices {
  optionLookups: OptionLookups
}
