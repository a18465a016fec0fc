import { createContext, use } from 'react'
import type { SelectOption } from './inputs/select/definition.ts'
import type { Payload, PayloadSources } from './inputs/select-data-source/definition.ts'

/** What a control may ask of the page around it; the page provides it. */
export interface FieldServices extends PayloadSources {
  /** The options that a service offers. @throws Error with a message for the visitor, in the page's language. */
  lookUp: (service: string, payload: Payload, signal: AbortSignal) => Promise<readonly SelectOption[]>
  /** How another question is labelled. */
  labelOf: (code: string) => string
}

export const FieldServicesContext = createContext<FieldServices>({
  lookUp: () => Promise.reject(new Error('no services are provided here')),
  answerTo: () => undefined,
  labelOf: (code) => code,
  known: {},
})

export const useFieldServices = (): FieldServices => use(FieldServicesContext)
