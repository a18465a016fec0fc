import { isKnownSetting, isSettingValue, SYSTEM_SETTINGS, type SystemSetting } from '@sportello/contract'
import { useCallback } from 'react'
import { useWords } from '../../words.tsx'

/** Description of a system setting that the product defines. */
export interface SettingDescription {
  /** Text that explains the effect of the system setting. */
  meaning: string
  /** Text that describes the allowed values of the system setting. */
  kind: string
  setting: SystemSetting
}

/**
 * Returns a function that describes a system setting in the operator's language. It returns undefined for settings that
 * the product does not define.
 */
export function useSettingDescription(): (code: string) => SettingDescription | undefined {
  const { t, language } = useWords()
  return useCallback(
    (code) => {
      const number = new Intl.NumberFormat(language)
      if (!isKnownSetting(code)) return undefined
      const setting: SystemSetting = SYSTEM_SETTINGS[code]
      const { kind } = setting
      const allowedValues = (): string => {
        switch (kind.type) {
          case 'integer':
            return t('kind_integer', number.format(kind.min), number.format(kind.max))
          case 'number':
            return t('kind_number', number.format(kind.min), number.format(kind.max))
          case 'text':
            return t('kind_text', number.format(kind.maxLength))
          default:
            return t(`kind_${kind.type}`)
        }
      }
      const meaning = t(`known_${code}`)
      return { meaning: setting.guards ? `${meaning} ${t('setting_owners')}` : meaning, kind: allowedValues(), setting }
    },
    [t, language],
  )
}

/** Returns the codes of the system settings that have no stored value, in the product's standard order. */
export function unsetSettings(set: readonly { code: string }[]): string[] {
  const codes = new Set(set.map(({ code }) => code))
  return Object.keys(SYSTEM_SETTINGS).filter((code) => !codes.has(code))
}

/**
 * Returns true if a value is invalid for a system setting, so that the modal can show an error before the operator
 * saves.
 */
export const isWrongValue = (code: string, value: string) => value !== '' && !isSettingValue(code, value)
