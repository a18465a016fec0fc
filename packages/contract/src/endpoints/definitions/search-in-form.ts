import { z } from 'zod'
import { code } from '../../form/code.ts'
import { SEARCH_MIN_LENGTH } from '../../form/search.ts'
import { endpoint } from '../define-endpoint.ts'
import { codeQuery, shownParams } from '../shared-params.ts'

const described = z.object({ id: z.string(), description: z.string() })

/** A step found by the search (visitor specification, section 3: "Search result"). */
const searchResult = z.object({
  id: z.string(),
  code_tag: z.string(),
  /** Language of the step; null if the form has no languages. */
  lang_code: z.string().nullable(),
  /**
   * Breadcrumb of a search result: the steps from the first step of the language to the parent of the step. Their ids
   * are step codes.
   */
  breadcrumb: z.array(described),
  /** Excerpts from the text of the step around the matches; at least one. */
  descriptions: z.array(described),
  /**
   * Set if the step does not contain the words of the query: the beginnings of the words with a similar spelling that it
   * contains.
   */
  near: z.array(z.string()).optional(),
})

export type SearchResult = z.infer<typeof searchResult>

export const searchInForm = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}/children',
  summary: 'Search the steps of a form',
  params: shownParams,
  query: codeQuery,
  body: z.object({
    query: z
      .string()
      .max(200)
      .refine((text) => text.trim().length >= SEARCH_MIN_LENGTH, 'too short'),
    starting_tag: code.optional(),
  }),
  status: 200,
  /** Search results, sorted by relevance: the best match comes first. */
  answer: z.array(searchResult),
  errors: [
    'forms0001',
    'forms0005',
    'forms0006',
    'forms0010',
    'forms0011',
    'forms0017',
    'forms0027',
    'forms0041',
    'forms0044',
    'http_malformed',
    'http_outdated',
  ],
})
