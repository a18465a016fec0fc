import { createHash, randomBytes } from 'node:crypto'
import { type Definition, PREVIEW_MARK, type PreviewOptions } from '@sportello/contract'
import { DraftTree, definitionOf } from '@sportello/editing'
import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DB } from '../../platform/db/schema.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { definitionVersion, draftNodes, lockDefinition } from '../definitions/queries.ts'
import { cleanDefinition, indexDefinition, type PublishedDefinition, showableDraft } from '../definitions/rules.ts'
import { cleanCss } from './answer-css.ts'
import type { Catalog } from './catalog.ts'
import type { Customer } from './customer.ts'
import { ownPicturesOf } from './own-pictures.ts'
import { findSetting } from './queries.ts'

/** Maximum memory in bytes that one process uses to cache drafts of form definitions for previews. */
const MAX_BYTES = 64 * 1_048_576
/** Estimated bytes of memory of a cached draft: per character of its JSON document, plus a fixed amount per draft. */
const BYTES_PER_CHARACTER = 3
const BASE_BYTES = 16_384
const TOKEN_BYTES = 24

/**
 * Returns a new random code for a preview of a draft. URLs of the preview's pages contain it in place of a customer's
 * code.
 */
export const newPreviewCode = (): string => PREVIEW_MARK + randomBytes(TOKEN_BYTES).toString('base64url')

/** Returns the hash of a preview's code. The database stores only the hash, not the code. */
export const hashOfPreviewCode = (code: string): Buffer => createHash('sha256').update(code).digest()

interface Loaded {
  published: PublishedDefinition
  bytes: number
}

interface Wanted {
  codeTag: string
  /** Sequence number of the last change to the draft. */
  sequence: number
  /** Number of the published version to return instead of the draft. */
  version?: number | undefined
}

/** Database row of a preview or of a link for reviewers. */
interface Row {
  id: string
  code_tag: string
  sequence: number
  options: PreviewOptions
  for_reviewers: boolean
}

/**
 * The previews of drafts. A preview is a customer whose form definition is a draft. The server caches each draft until
 * the draft changes. It never caches the pages and API responses of a preview.
 */
export class Previews {
  readonly #db: Kysely<DB>
  readonly #catalog: Catalog
  readonly #drafts = new LRUCache<string, Loaded>({ maxSize: MAX_BYTES, sizeCalculation: ({ bytes }) => bytes })
  readonly #loading = new Map<string, Promise<Loaded | undefined>>()

  constructor(db: Kysely<DB>, catalog: Catalog) {
    this.#db = db
    this.#catalog = catalog
  }

  /**
   * Returns the preview with the given code, with the current state of the draft; undefined if the preview does not
   * exist or has expired.
   */
  customer(code: string): Promise<Customer | undefined> {
    return this.byHash(hashOfPreviewCode(code), code)
  }

  /**
   * Returns the preview whose code has the given hash; undefined if it does not exist or has expired.
   * @param code the code that the returned preview contains; a placeholder if the caller does not know the code
   */
  async byHash(hash: Buffer, code: string = PREVIEW_MARK): Promise<Customer | undefined> {
    const { rows } = await sql<Row>`
      select p.id, p.code_tag, p.options, p.for_reviewers, d.change_sequence as sequence
      from (select id, code_tag, options, token_hash, expires_at, false as for_reviewers from previews
        union all select id, code_tag, options, token_hash, expires_at, true from review_links) p
      join definitions d using (code_tag)
      where p.token_hash = ${hash} and p.expires_at > now()`.execute(this.#db)
    const [row] = rows
    if (!row) return undefined
    const { version } = row.options
    // A published version never changes, so it has the constant sequence number 0.
    const draft = await this.#draft({ codeTag: row.code_tag, ...(version === undefined ? { sequence: row.sequence } : { sequence: 0, version }) })
    return draft && this.#shown(code, row, draft.published)
  }

  /**
   * Returns the draft of a form definition, completed so that the visitors' pages can show it. Returns the live version
   * if
   * there is no draft, and undefined if the definition does not exist.
   */
  async draft(codeTag: string): Promise<PublishedDefinition | undefined> {
    const row = await this.#db.selectFrom('definitions').select('change_sequence as sequence').where('code_tag', '=', codeTag).executeTakeFirst()
    return row && (await this.#draft({ codeTag, sequence: row.sequence }))?.published
  }

  /**
   * Wraps a definition's draft as a customer, so that code without a visitor, such as a check, can use it like a form.
   * The
   * customer has no form setting. Returns undefined if the definition does not exist.
   */
  async ofDraft(codeTag: string, code: string, options: PreviewOptions): Promise<Customer | undefined> {
    const published = await this.draft(codeTag)
    return published && this.#shown(code, { id: '', code_tag: codeTag, sequence: 0, options, for_reviewers: false }, published)
  }

  /**
   * Wraps a form definition as a customer, so that code without a visitor (checks, tests) can use it like a form. The
   * customer has no form setting.
   */
  ofDocument(document: Definition): Promise<Customer> {
    const options = { form: null, mode: 'FREE', known: {}, today: null, language: null } as const
    const row = { id: '', code_tag: document.code_tag, sequence: 0, options, for_reviewers: false }
    return this.#shown(PREVIEW_MARK, row, indexDefinition(cleanDefinition(showableDraft(document)), 0))
  }

  /**
   * Wraps a form definition as a customer for one access mode, so that code without a visitor can use it like a form.
   * Uses
   * the settings of the form in `options`, unless that form does not exist or uses another definition.
   */
  ofForm({ published }: Customer, options: Pick<PreviewOptions, 'form' | 'mode' | 'today'>): Promise<Customer> {
    const row = { id: '', code_tag: published.codeTag, sequence: 0, options: { ...options, known: {}, language: null }, for_reviewers: false }
    return this.#shown(PREVIEW_MARK, row, published)
  }

  /**
   * Returns the draft of a form definition with the given sequence number, from the cache if possible. If one page
   * calls
   * the API several times in parallel, the calls share one query.
   */
  async #draft(wanted: Wanted): Promise<Loaded | undefined> {
    const key = JSON.stringify(wanted)
    const known = this.#drafts.get(key)
    if (known) return known
    const loading = this.#loading.get(key) ?? this.#load(wanted).finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    const loaded = await loading
    if (loaded) this.#drafts.set(key, loaded)
    return loaded
  }

  async #load({ codeTag, version }: Wanted): Promise<Loaded | undefined> {
    const draft = await acrossCustomers(this.#db, async (db) => {
      if (version !== undefined) return definitionVersion(db, codeTag, version)
      const stored = await lockDefinition(db, codeTag, 'share')
      return stored && definitionOf(new DraftTree(await draftNodes(db, stored)))
    })
    if (!draft) return undefined
    // The version number stays 0 when the draft changes. The preview's page therefore keeps the answers that were typed
    // before the change.
    return { published: indexDefinition(cleanDefinition(showableDraft(draft)), 0), bytes: BASE_BYTES + BYTES_PER_CHARACTER * JSON.stringify(draft).length }
  }

  async #shown(code: string, { id, options, for_reviewers: forReviewers }: Row, published: PublishedDefinition): Promise<Customer> {
    const { definition, codeTag } = published
    const found = options.form === null ? undefined : await findSetting(this.#db, options.form)
    const form = found?.code_tag === codeTag ? found : neutralForm(definition)
    const setting = { ...form, active: true, liveChatParams: {} }
    const params = { ...definition.form_params, ...setting.params }
    const modes = modesOf(params, options.mode)
    const [mode = 'FREE'] = modes
    const { answer_css: css } = setting.templateParams.params
    return {
      ...(await this.#catalog.shared()),
      code,
      setting,
      // Visitors without a session can open a survey only if its form also has an access mode that needs no session.
      // The preview of SURVEY therefore adds FREE.
      params: { ...params, token_type: undefined, auth_type: mode === 'SURVEY' ? ['SURVEY', 'FREE'] : [mode] },
      answerCss: typeof css === 'string' ? cleanCss(css) : null,
      ownPictures: ownPicturesOf(setting),
      published,
      preview: { id, forReviewers, mode, modes, known: options.known, today: options.today, language: options.language, version: options.version },
    }
  }
}

/** Returns the form setting of a preview that belongs to no form. */
function neutralForm({ code_tag, tag_description }: Definition): Customer['setting'] {
  return {
    code_form: code_tag,
    description: tag_description,
    code_tag,
    client_url: '',
    active: true,
    params: {},
    logoParams: [],
    templateParams: { name: 'default2022', params: {} },
    liveChatParams: {},
  }
}

/** Returns the access modes of a form that a preview can simulate. The selected mode comes first. */
function modesOf({ auth_type, token_type }: Customer['params'], wanted: PreviewOptions['mode']): NonNullable<PreviewOptions['mode']>[] {
  const listed = [...(auth_type ?? []), ...(token_type === 'DYNAMIC' ? (['DYNAMIC'] as const) : [])].filter((mode) => mode !== 'B2B')
  return [...new Set([...(wanted ? [wanted] : []), ...listed])]
}
