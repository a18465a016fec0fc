import { type CustomerConfiguration, TEMPLATES, type TemplateName } from '@sportello/contract'

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
