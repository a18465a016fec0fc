import { definition } from '@sportello/contract/schemas'
import { expect, test } from 'vitest'
import { FORM_PARAMETERS } from './form-parameters.ts'

test('the editor has a control for every form parameter in the specification', () => {
  const keys = Object.entries(definition.shape.form_params.unwrap().shape).flatMap(([key, schema]) => {
    const nested = key === 'retention' ? Object.keys((schema as unknown as { unwrap: () => { shape: object } }).unwrap().shape) : []
    return nested.length > 0 ? nested.map((part) => `${key}.${part}`) : [key]
  })
  expect(Object.keys(FORM_PARAMETERS).toSorted()).toEqual(keys.toSorted())
})
