import { z } from 'zod'
import { code } from '../../form/code.ts'
import { SEARCH_MIN_LENGTH } from '../../form/search.ts'
import { endpoint } from '../define-endpoint.ts'
import { codeQuery, customerParams } from '../shared-params.ts'

const described = z.object({ id: z.string(), description: z.string() })

/** A step that a search has found (visitor specification, section 3: "Search result"). */
const searchResult = z.object({
  id: z.string(),
  code_tag: z.string(),
  /** The language of the step; null where the form has no languages. */
  lang_code: z.string().nullable(),
  /** From the first step of the language to the one above; ids are codes of steps. */
  breadcrumb: z.array(described),
  /** Excerpts around what was found; at least one. */
  descriptions: z.array(described),
})

export type SearchResult = z.infer<typeof searchResult>

export const searchInForm = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}/children',
  summary: 'Search the steps of a form',
  params: customerParams,
  query: codeQuery,
  body: z.object({
    query: z
      .string()
      .max(200)
      .refine((text) => text.trim().length >= SEARCH_MIN_LENGTH, 'too short'),
    starting_tag: code.optional(),
  }),
  status: 200,
  /** The best first. */
  answer: z.array(searchResult),
  errors: ['forms0001', 'forms0005', 'forms0006', 'forms0010', 'forms0011', 'forms0017', 'forms0027', 'forms0041', 'forms0044', 'http_malformed'],
})
