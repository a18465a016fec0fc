import type { CustomerConfiguration } from '@sportello/contract'

/** The layouts that a customer may choose from (visitor specification, section 2). */
const TEMPLATES = ['default2022', 'default2022NoSearchBar', 'headerSearch', 'hallways'] as const

export type TemplateName = (typeof TEMPLATES)[number]

type Named = Pick<CustomerConfiguration, 'template_params'>

/** The customer's template; an unknown name is default2022. */
export function templateOf({ template_params: { name } }: Named): TemplateName {
  return TEMPLATES.find((template) => template === name) ?? 'default2022'
}

/** Whether the search stands in the page's header, and so on every step at the same place. */
export function searchesInHeader(config: Named): boolean {
  const name = templateOf(config)
  return name === 'headerSearch' || name === 'hallways'
}
