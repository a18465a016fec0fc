import { createContext, use } from 'react'
import type { SelectOption } from './inputs/select/definition.ts'
import type { Payload, PayloadSources } from './inputs/select-data-source/definition.ts'

/** Functions that the page provides to the controls of its questions. */
export interface FieldServices extends PayloadSources {
  /**
   * Fetches the options from a data source.
   * @throws Error with a message for the visitor, in the page's language
   */
  lookUp: (service: string, payload: Payload, signal: AbortSignal) => Promise<readonly SelectOption[]>
  /** Returns the label of another question by its property code. */
  labelOf: (code: string) => string
}

export const FieldServicesContext = createContext<FieldServices>({
  lookUp: () => Promise.reject(new Error('no services are provided here')),
  answerTo: () => undefined,
  labelOf: (code) => code,
  known: {},
})

export const useFieldServices = (): FieldServices => use(FieldServicesContext)
