import type { Envelope, TagNode, TagView } from '@sportello/contract'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { viewOf } from '../../catalogue/definitions/rules.ts'
import type { Config } from '../../platform/config.ts'
import type { PageApi, PageRenderer } from '../pages/rules.ts'
import { configurationOf } from '../visitor-form/rules.ts'

/**
 * Returns a function that renders the visitor's page of a step. The function returns true if rendering succeeded. It
 * renders every step, including steps that need a sign-in.
 */
export function stepPages(renderer: PageRenderer, config: Config, customer: Customer): (node: TagNode) => Promise<boolean> {
  const configuration = configurationOf(config, customer)
  const ok = <T>(data: T): Promise<Envelope<T>> => Promise.resolve({ success: true, data, errors: [] })
  const unused = () => Promise.reject(new Error('a page of a step calls no other endpoint'))
  return async ({ tag, path }) => {
    const onPath = new Set(path.map(({ code_tag: code }) => code))
    const api: PageApi = {
      getCustomer: () => ok(configuration),
      getTag: (_code, codeTag) => {
        const node = customer.published.nodes.get(codeTag)
        if (!node) return unused()
        const view = viewOf(node, true)
        return ok(codeTag === tag.code_tag ? view : shortened(view, onPath))
      },
      getStatement: unused,
      checkConfirmation: unused,
      checkRecovery: unused,
    }
    const url = path.length === 1 ? `/${customer.code}` : `/${customer.code}/open/${tag.code_tag}`
    const request = { url, api, preferredLanguages: ['it'], savedLanguage: null, client: { apiBase: '', apiKey: '' } }
    try {
      const page = await renderer.render(request)
      return 'redirect' in page || page.status === 200
    } catch {
      // An author's mistake can make a page fail. The check then continues with the other paths.
      return false
    }
  }
}

/**
 * Shortens a step that is above the rendered step. Its page is not rendered, so most of its content is left out; a
 * large
 * form would otherwise repeat hundreds of options. Two options remain, because a page skips a step that has only one
 * option.
 */
function shortened(view: TagView, onPath: ReadonlySet<string>): TagView {
  const others = view.children.filter(({ code_tag: code }) => !onPath.has(code)).slice(0, 1)
  return { ...view, form_fields: [], children: [...view.children.filter(({ code_tag: code }) => onPath.has(code)), ...others] }
}
