import { ROOT_ID } from '@sportello/contract'
import { DraftTree } from '@sportello/editing'
import { expect, test } from 'vitest'
import { followingCode } from './codes.ts'

const step = (id: string, code_tag: string, tag_description: string) =>
  ({ id, kind: 'step', parent: id === ROOT_ID ? null : ROOT_ID, position: `a${id}`, content: { code_tag, tag_description } }) as const
const tree = new DraftTree([
  step(ROOT_ID, 'sport', 'Sport'),
  step('1', 'tennis', 'Tennis'),
  step('2', 'tennis_2', 'Tennis'),
  step('3', 'padel_2', 'Padel'),
  step('4', 'passo_1', ''),
  step('5', 'campo-blu', 'Tennis'),
])

test.each([
  ['a copy with the title of its original', '2', 'calcio', 'Calcio'],
  ['a copy whose new title has no letters', '2', 'tennis_2', '…'],
  ['a copy whose new code is taken', '2', 'padel', 'Padel'],
  ['a new step without title', '4', 'tennis_3', 'Tennis'],
])('the code of %s follows its new title', (_, id, code, title) => expect(followingCode(tree, id)?.codeFor(title)).toBe(code))

test.each([
  ['of the original', '1'],
  ['of a step whose title no other step has', '3'],
  ['that the author entered', '5'],
  ['of the form', ROOT_ID],
  ['of a step that does not exist', 'x'],
])('the code %s stays', (_, id) => expect(followingCode(tree, id)).toBeUndefined())
