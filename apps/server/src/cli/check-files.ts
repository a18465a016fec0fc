import { readFile } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  CHECKS,
  checkTree,
  type Finding,
  matchesPattern,
  placePointer,
  pointersOf,
  textOfFinding,
  variablesIn,
  type WalkReport,
  walkCheck,
  walkForm,
} from '@sportello/checks'
import { placeCodes } from '@sportello/codfis/places'
import type { Bundle, Definition, Language, Surroundings } from '@sportello/contract'
import { treeOf, withIds } from '@sportello/editing'
import { LineCounter, parseDocument } from 'yaml'
import { withoutSecrets } from '../catalogue/customers/rules.ts'
import { readBundleFile } from '../surfaces/bundle/rules.ts'
import { commandLanguage } from './command-language.ts'

/** Error for a call of the command `check` without a file or with an unknown format. */
export class CheckRejected extends Error {}

interface Options {
  format?: string | undefined
  /** True if the command also tries every path through the forms. */
  walk?: boolean | undefined
  /** The value of the environment variable LANG, such as "it_IT.UTF-8". */
  lang?: string | undefined
}

/** An error or warning about a definition in a file. */
interface FileFinding {
  file: string
  line: number
  check: string
  severity: Finding['severity']
  /** JSON Pointer to the place of the finding in the bundle. */
  pointer: string
  message: string
}

const FORMATS: Readonly<Record<string, (findings: readonly FileFinding[], language: Language) => string>> = { text: asText, json: asJson, sarif: asSarif }
/** Check id in the report for errors that make the import reject a bundle. */
const IMPORT = 'import'

/**
 * Checks the form definitions of bundle files without a deployment, and writes a report as text, JSON or SARIF 2.1.0.
 * References to objects that the bundle does not contain, such as mail templates, are not checked.
 * @returns true if the report contains no error
 * @throws CheckRejected
 */
export async function checkFiles(files: readonly string[], { format = 'text', lang, walk = false }: Options, write: (text: string) => void): Promise<boolean> {
  const report = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (files.length === 0) throw new CheckRejected('check needs at least one file')
  if (!report) throw new CheckRejected(`check knows the formats ${Object.keys(FORMATS).join(', ')}`)
  const language = commandLanguage(lang)
  const checked = await Promise.all(files.map((file) => checkFile(file, { language, walk })))
  const findings = checked.flatMap((each) => each.findings)
  write(report(findings, language))
  if (format === 'text') for (const { walks } of checked) for (const line of walks) write(line)
  return findings.every(({ severity }) => severity !== 'error')
}

interface CheckedFile {
  findings: FileFinding[]
  /** One line of text per definition, with the result of trying every path through the form. */
  walks: string[]
}

async function checkFile(file: string, { language, walk }: { language: Language; walk: boolean }): Promise<CheckedFile> {
  const { bundle, faults } = await readBundleFile(file)
  const lineOf = await linesOf(file)
  const placed = (finding: Omit<FileFinding, 'file' | 'line'>): FileFinding => ({ file, line: lineOf(finding.pointer), ...finding })
  if (!bundle) return { findings: faults.map(({ pointer, message }) => placed({ check: IMPORT, severity: 'error', pointer, message })), walks: [] }
  const walks: string[] = []
  const findings = bundle.definitions.flatMap((definition, at) => {
    const whole = withIds(definition)
    const pointers = pointersOf(whole)
    const known = surroundingsOf(bundle, definition)
    const report = walk ? walkAll(whole, known.today) : undefined
    if (report) walks.push(walkLine(whole.code_tag, report))
    return [...checkTree(treeOf(whole), known), ...(report?.findings ?? [])].map((finding) =>
      placed({
        check: finding.check,
        severity: finding.severity,
        pointer: `/definitions/${at}${placePointer(finding.place, pointers)}`,
        message: textOfFinding(finding, language),
      }),
    )
  })
  return { findings, walks }
}

/** Tries every path through a form definition with made-up answers. */
function walkAll(definition: Definition, today: string): WalkReport {
  const walking = walkForm(definition, { context: { today, matches: matchesPattern, placeCodes } })
  for (let at = walking.next(); ; at = walking.next()) if (at.done) return at.value
}

function walkLine(code: string, { steps, paths, tried, accepted, refused }: WalkReport): string {
  const rules = Object.entries(refused).map(([rule, times]) => `${rule} ${times}`)
  return `${code}: ${steps} steps, ${paths} paths, ${tried} requests tried, ${accepted} accepted, others refused by ${rules.join(', ') || 'no rule'}`
}

/**
 * Returns the objects of a bundle on which its definition depends: forms, data sources, mail templates and settings.
 */
function surroundingsOf({ forms, integrations, templates, settings }: Bundle, { code_tag: code }: Definition): Surroundings {
  const own = forms.filter(({ code_tag }) => code_tag === code)
  const days = settings.find((setting) => setting.code === 'retention_days')?.value
  return {
    today: new Date().toISOString().slice(0, 10),
    ...(own.length > 0 && { forms: own.map(knownForm) }),
    ...(integrations.length > 0 && { services: integrations.map(({ service }) => service) }),
    ...(templates.length > 0 && {
      templates: templates.map(({ name, lang_code, subject, html }) => ({ name, lang_code, variables: [...variablesIn(subject), ...variablesIn(html)] })),
    }),
    ...(days !== undefined && { retentionDays: Number(days) }),
  }
}

function knownForm({ code_form: code, active, params, liveChatParams, templateParams }: Bundle['forms'][number]) {
  const { setting, secrets } = withoutSecrets({ params, liveChatParams })
  const color = templateParams.params.brand_color
  return { code, active, params: setting.params, secrets, ...(typeof color === 'string' && { color }) }
}

/**
 * Returns a function that maps a JSON Pointer to its line in a JSON or YAML file. The function returns 1 if the file
 * cannot be read.
 */
async function linesOf(file: string): Promise<(pointer: string) => number> {
  const counter = new LineCounter()
  const text = await readFile(file, 'utf8').catch(() => '')
  const document = parseDocument(text, { lineCounter: counter })
  return (pointer) => {
    const path = pointer
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    // A finding may point to a setting that does not exist; then the line of its parent is used.
    for (let length = path.length; length >= 0; length -= 1) {
      const offset = offsetOf(document.contents, path.slice(0, length), document)
      if (offset !== undefined) return Math.max(1, counter.linePos(offset).line)
    }
    return 1
  }
}

type Contents = ReturnType<typeof parseDocument>['contents']

function offsetOf(contents: Contents, path: readonly string[], document: ReturnType<typeof parseDocument>): number | undefined {
  let node: unknown = contents
  for (const key of path) {
    const resolved = isAlias(node) ? node.resolve(document) : node
    node = isCollection(resolved) ? (resolved.get(key, true) ?? resolved.get(Number(key), true)) : undefined
  }
  return (node as { range?: readonly [number, number, number] | null } | undefined)?.range?.[0]
}

const isAlias = (node: unknown): node is { resolve: (document: unknown) => unknown } => typeof (node as { resolve?: unknown } | null)?.resolve === 'function'
const isCollection = (node: unknown): node is { get: (key: unknown, keepScalar: boolean) => unknown } =>
  typeof (node as { get?: unknown } | null)?.get === 'function'

function asText(findings: readonly FileFinding[]): string {
  const count = (severity: string) => findings.filter((each) => each.severity === severity).length
  const lines = findings.map(({ file, line, severity, check, message }) => `${file}:${line}: ${severity}: ${message} [${check}]`)
  return [...lines, `${count('error')} errors, ${count('warning')} warnings, ${count('hint')} hints`].join('\n')
}

function asJson(findings: readonly FileFinding[]): string {
  return JSON.stringify(findings, null, 2)
}

const LEVELS = { error: 'error', warning: 'warning', hint: 'note' } as const

/** Returns the path of a file as a URI reference, which SARIF requires: relative paths stay relative. */
function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
}

/** Escapes the characters that are placeholders and links in a SARIF message (2.1.0, sections 3.11.5 and 3.11.6). */
const escapeSarif = (text: string) => text.replace(/[{}]/g, '$&$&').replace(/[\\[\]]/g, '\\$&')

/** Formats the findings as SARIF 2.1.0 (OASIS), which code hosts show next to the lines of the file. */
function asSarif(findings: readonly FileFinding[], language: Language): string {
  const rules = [
    ...[...CHECKS, walkCheck].map(({ id, rule, severity }) => ({ id, shortDescription: { text: rule }, defaultConfiguration: { level: LEVELS[severity] } })),
    { id: IMPORT, shortDescription: { text: 'The bundle can be imported.' }, defaultConfiguration: { level: 'error' } },
  ]
  const results = findings.map(({ file, line, check, severity, pointer, message }) => ({
    ruleId: check,
    level: LEVELS[severity],
    message: { text: escapeSarif(message) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line } },
        logicalLocations: [{ fullyQualifiedName: pointer }],
      },
    ],
  }))
  const run = { tool: { driver: { name: 'Sportello', language, rules } }, results }
  return JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, null, 2)
}
