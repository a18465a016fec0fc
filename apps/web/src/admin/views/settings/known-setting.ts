import { isKnownSetting, isSettingValue, SYSTEM_SETTINGS, type SystemSetting } from '@sportello/contract'
import { useCallback } from 'react'
import { useWords } from '../../words.tsx'

/** What the product says of a setting that it knows. */
export interface SettingTold {
  /** What it does. */
  meaning: string
  /** What it may be. */
  kind: string
  setting: SystemSetting
}

/** Tells of a setting in the operator's language; nothing of one that is the deployment's own. */
export function useSettingTold(): (code: string) => SettingTold | undefined {
  const { t, language } = useWords()
  return useCallback(
    (code) => {
      const number = new Intl.NumberFormat(language)
      if (!isKnownSetting(code)) return undefined
      const setting: SystemSetting = SYSTEM_SETTINGS[code]
      const { kind } = setting
      const told = (): string => {
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
      return { meaning: setting.guards ? `${meaning} ${t('setting_owners')}` : meaning, kind: told(), setting }
    },
    [t, language],
  )
}

/** Settings that the product knows and that are not set, in their order. */
export function unsetSettings(set: readonly { code: string }[]): string[] {
  const codes = new Set(set.map(({ code }) => code))
  return Object.keys(SYSTEM_SETTINGS).filter((code) => !codes.has(code))
}

/** Whether a value is none that its setting can have: it is told before it is sent. */
export const isWrongValue = (code: string, value: string) => value !== '' && !isSettingValue(code, value)
