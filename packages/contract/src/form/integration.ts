import { z } from 'zod'
import { code } from './code.ts'

/** Types that a data source can declare for its inputs: the names of JSON types and of the form's input types. */
export const INPUT_KINDS = {
  string: 'string',
  text: 'string',
  date: 'string',
  number: 'number',
  numeric: 'number',
  integer: 'integer',
  int: 'integer',
  boolean: 'boolean',
} as const

const inputKey = z.string().regex(/^(?!__proto__$)[A-Za-z0-9_.[\]-]{1,64}$/, 'must be 1 to 64 letters, digits or "_.[]-"')
const headerName = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header')
const headerValue = z.string().regex(/^[\x20-\x7e]{0,4096}$/, 'must be plain text on one line')
/**
 * HTTP headers that the settings of a data source must not contain, because the server's HTTP client sets them itself.
 */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'content-type', 'transfer-encoding', 'upgrade', 'keep-alive', 'te', 'trailer', 'expect'])

const url = z
  .url({ protocol: /^https?$/, error: 'must be an address with http or https' })
  .refine((value) => !/^https?:[\\/]*[^\\/?#]*@/i.test(value), 'must not hold credentials: they belong in "headers"')

/**
 * Options of a select field: either a list, or an object that maps each label to its key (visitor specification,
 * section 3).
 */
const options = z.union([z.array(z.strictObject({ key: z.string().min(1), value: z.string().min(1) })), z.record(z.string().min(1), z.string().min(1))])

/**
 * A data source that provides options for select fields (wire contract, "The bundle file"). Operators configure its URL
 * and headers, which are never sent to visitors.
 */
export const integration = z
  .strictObject({
    service: code,
    kind: z.enum(['static', 'http']),
    options: options.optional(),
    url: url.optional(),
    method: z.enum(['GET', 'POST']).optional(),
    headers: z.record(headerName, headerValue).optional(),
    input: z.record(inputKey, z.enum(Object.keys(INPUT_KINDS) as [keyof typeof INPUT_KINDS])).optional(),
    /**
     * Property paths, with dots between the names, in the data source's response: the path to the list of options, and
     * in each option the paths to its key and value. An empty path selects the value itself.
     */
    output: z.strictObject({ options_path: z.string(), key: z.string(), value: z.string() }).optional(),
    timeout_ms: z.int().positive().optional(),
    cache_s: z.int().min(0).optional(),
  })
  .superRefine((value, context) => {
    const needs = (key: 'options' | 'url' | 'output') => {
      if (value[key] === undefined) context.addIssue({ code: 'custom', path: [key], message: `is needed by a service of kind "${value.kind}"` })
    }
    if (value.kind === 'static') needs('options')
    else {
      needs('url')
      needs('output')
    }
    for (const name of Object.keys(value.headers ?? {}))
      if (OWN_HEADERS.has(name.toLowerCase())) context.addIssue({ code: 'custom', path: ['headers', name], message: 'is set by the connection itself' })
  })

export type Integration = z.infer<typeof integration>
export type InputKind = (typeof INPUT_KINDS)[keyof typeof INPUT_KINDS]
