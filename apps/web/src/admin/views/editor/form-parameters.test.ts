import { definition } from '@sportello/contract/schemas'
import { expect, test } from 'vitest'
import { FORM_PARAMETERS } from './form-parameters.ts'

test('the editor has a control for every form parameter in the specification', () => {
  const keys = Object.entries(definition.shape.form_params.unwrap().shape).flatMap(([key, schema]) => {
    const parts = () => Object.keys((schema as unknown as { unwrap: () => { shape: object } }).unwrap().shape).map((part) => `${key}.${part}`)
    if (key === 'save_and_resume') return [key, ...parts()]
    return key === 'retention' || key === 'follow_up' ? parts() : [key]
  })
  expect(Object.keys(FORM_PARAMETERS).toSorted()).toEqual(keys.toSorted())
})
