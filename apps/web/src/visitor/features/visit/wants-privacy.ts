declare global {
  interface Navigator {
    readonly globalPrivacyControl?: boolean
  }
}

/** Returns true if the browser asks not to be tracked (Do Not Track, or Global Privacy Control). */
export function wantsPrivacy({ doNotTrack, globalPrivacyControl }: Pick<Navigator, 'doNotTrack' | 'globalPrivacyControl'>): boolean {
  return doNotTrack === '1' || globalPrivacyControl === true
}
