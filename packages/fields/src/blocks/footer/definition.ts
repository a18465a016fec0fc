import type { BlockDefinition } from '../../define-block.ts'

export interface FooterElement {
  iconElem?: string | undefined
  /** Text of an entry in the page footer. It may contain HTML, such as a link. */
  textElem: string
}

export interface Footer {
  icon?: string | undefined
  title?: string | undefined
  /** Description in the page footer. It may contain HTML. */
  description?: string | undefined
  links?: readonly FooterElement[] | undefined
  colonne?: readonly { nomeColonna: string; elems: readonly FooterElement[] }[] | undefined
}

export const footer: BlockDefinition<Footer> = {
  mapHtml(value, clean) {
    const element = (each: FooterElement) => ({ ...each, textElem: clean(each.textElem) })
    return {
      ...value,
      ...(value.description !== undefined && { description: clean(value.description) }),
      ...(value.links && { links: value.links.map(element) }),
      ...(value.colonne && { colonne: value.colonne.map((column) => ({ ...column, elems: column.elems.map(element) })) }),
    }
  },
}
