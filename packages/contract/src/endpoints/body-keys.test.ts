import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './index.ts'

/** The keywords of a JSON schema that this test reads. */
interface Part {
  type?: string
  properties?: Record<string, Part>
  additionalProperties?: unknown
  items?: Part
  anyOf?: Part[]
  oneOf?: Part[]
  allOf?: Part[]
}

/** Returns the paths of all objects in a JSON schema that allow unknown keys. */
function openParts(part: Part, at: string): string[] {
  const open = part.type === 'object' && part.additionalProperties !== false ? [at] : []
  const inside = Object.entries(part.properties ?? {}).flatMap(([name, each]) => openParts(each, `${at}.${name}`))
  const further = [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])].flatMap((each) => openParts(each, at))
  return [...open, ...inside, ...further, ...(part.items ? openParts(part.items, `${at}[]`) : [])]
}

/**
 * Parts of request bodies in which unknown keys must be allowed: answers and data whose keys a form's author defines,
 * and documents that their endpoint validates itself.
 */
const OPEN = [
  'addAccount.metadata',
  'addForm.params',
  'addForm.params.destination.fields',
  'addForm.params.destination[].fields',
  'addForm.params.oidc.claims',
  'addForm.templateParams.params',
  'changeDraft.operations[].nodes[].content',
  'changeFormTest.expected.answers',
  'changeFormTest.expected.further',
  'changeFormTest.input.form_fields',
  'changeFormTest.input.further_questions',
  'changeFormTest.input.known',
  'changePreview.known',
  'dryRunDestination.destination.fields',
  'editAccount.metadata',
  'editForm.params',
  'editForm.params.destination.fields',
  'editForm.params.destination[].fields',
  'editForm.params.oidc.claims',
  'editForm.templateParams.params',
  'importManagedBundle',
  'logInByToken',
  'lookUpOptions',
  'makeLinks.people[]',
  'makePreview.known',
  'makeSsoMessage.message_request',
  'makeTokens.people[]',
  'putDefinitionDraft',
  'recordFormTest.expected.answers',
  'recordFormTest.expected.further',
  'recordFormTest.input.form_fields',
  'recordFormTest.input.further_questions',
  'recordFormTest.input.known',
  'tryService',
]

test('request bodies reject unknown keys, except where a form’s author defines the keys', () => {
  const open = Object.entries(endpoints).flatMap(([name, { body }]) =>
    body ? openParts(z.toJSONSchema(body, { io: 'output', unrepresentable: 'any' }) as Part, name) : [],
  )
  expect([...new Set(open)].toSorted()).toEqual(OPEN)
})
