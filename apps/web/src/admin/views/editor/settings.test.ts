import { blockEditors, inputEditors, type SettingKey, settingControls } from '@sportello/fields/react'
import { blockValues, inputSettings } from '@sportello/fields/settings'
import { describe, expect, test } from 'vitest'

/**
 * Settings that the editor edits under another key. The lengths are edited as `min_len` and `max_len`; the number and
 * the period of a relative date are edited by one control.
 */
const WRITTEN_OTHERWISE: Readonly<Record<string, SettingKey>> = {
  minlength: 'min_len',
  maxlength: 'max_len',
  relative_min_period: 'relative_min',
  relative_min_value: 'relative_min',
  relative_max_period: 'relative_max',
  relative_max_value: 'relative_max',
  // The specification uses this other name for the data source that provides the options (visitor specification,
  // section 3).
  validationOptions: 'service_code',
}

const shapeOf = (schema: unknown) => (schema as { shape?: object }).shape
const keysOf = (schema: unknown) => Object.keys(shapeOf(schema) ?? {})

describe('the editor’s settings panel for a selected field', () => {
  test('has a control for every setting of a question in the specification', () => {
    const offered = new Set<string>(Object.values(inputEditors).flatMap(({ settings }) => settings))
    const wanted = keysOf(inputSettings.text).filter((key) => key !== 'input_type')
    expect(wanted.map((key) => WRITTEN_OTHERWISE[key] ?? key).filter((key) => !offered.has(key))).toEqual([])
    expect(Object.keys(settingControls).filter((key) => !offered.has(key))).toEqual([])
  })

  test('has a control for every part of every information block', () => {
    for (const [type, { parts }] of Object.entries(blockEditors)) {
      const schema = blockValues[type as keyof typeof blockValues]
      if (shapeOf(schema)) expect([type, Object.keys(parts).toSorted()]).toEqual([type, keysOf(schema).toSorted()])
      else expect([type, Object.keys(parts)]).toEqual([type, [Array.isArray(blockEditors[type as keyof typeof blockEditors].initial) ? 'list' : '']])
    }
  })

  test.each(Object.entries(inputEditors))('starts a new question of the type %s with settings that the schema accepts', (type, { initial }) => {
    const { error } = inputSettings[type as keyof typeof inputSettings].safeParse({ ...initial, input_type: type })
    expect(error?.issues.filter(({ path }) => path[0] !== 'options') ?? []).toEqual([])
  })
})
