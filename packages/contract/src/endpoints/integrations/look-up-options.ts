import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { sessionCode, shownParams } from '../shared-params.ts'

export const offeredOptions = z.object({ options: z.array(z.object({ key: z.string(), value: z.string() })) })

export type OfferedOptions = z.infer<typeof offeredOptions>

export const lookUpOptions = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}/integrations/{service}',
  summary: 'Get the options that a service offers to a select question',
  // The schema accepts any text, so that an invalid data source code leads to the same error as a data source that the
  // form does not use.
  params: shownParams.extend({ service: z.string() }),
  query: z.object({ code: sessionCode }),
  /**
   * Inputs for the data source, keyed by payload key. The data source declares their types. The endpoint itself
   * validates them, because an invalid input has a special error code.
   */
  body: z.record(z.string(), z.unknown()),
  status: 200,
  answer: offeredOptions,
  errors: [
    'forms0001',
    'forms0005',
    'forms0010',
    'forms0011',
    'forms0017',
    'forms0027',
    'forms0041',
    'forms_integrations0001',
    'forms_integrations0002',
    'forms_integrations0003',
    'forms_integrations0004',
    'forms_integrations0005',
    'forms_integrations0006',
    'http_malformed',
    'http_outdated',
  ],
})
