import { z } from 'zod'
import { code } from '../../form/code.ts'
import { endpoint } from '../define-endpoint.ts'
import { sessionCode, shownParams } from '../shared-params.ts'

/** A step in a form's site map (visitor specification, section 3: "Site map node"). */
export interface SiteMapNode {
  id: string
  /** Depth of the step below the root of the site map; the root has level 0. */
  level: number
  code_tag: string
  tag_description: string
  description?: string | undefined
  disabled?: boolean | undefined
  children: SiteMapNode[]
  /** Always an empty list in the site map. The property exists because the specification defines it. */
  form_fields: []
  params?: { params_type: 'FORM_LANG'; lang_code: string }[] | undefined
}

const siteMapNode: z.ZodType<SiteMapNode> = z.lazy(() =>
  z.object({
    id: z.string(),
    level: z.int(),
    code_tag: z.string(),
    tag_description: z.string(),
    description: z.string().optional(),
    disabled: z.boolean().optional(),
    children: z.array(siteMapNode),
    form_fields: z.tuple([]),
    params: z.array(z.object({ params_type: z.literal('FORM_LANG'), lang_code: z.string() })).optional(),
  }),
)

export const getSiteMap = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}/sitemap',
  summary: 'Get the tree of steps of a form or below one step',
  params: shownParams,
  query: z.object({ tag: code.optional(), code: sessionCode }),
  status: 200,
  answer: siteMapNode.meta({ id: 'SiteMapNode' }),
  errors: ['forms0001', 'forms0005', 'forms0006', 'forms0010', 'forms0011', 'forms0027', 'forms0041', 'http_malformed', 'http_not_found', 'http_outdated'],
})
