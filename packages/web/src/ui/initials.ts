/** Computes the initials of an avatar: the first two letters of a name in upper case. */
export function initialsOf(name: string): string {
  return Array.from(name.replaceAll(/\s+/gu, '')).slice(0, 2).join('').toUpperCase();
}

/** Five background colours with a contrast to white of at least 4.5:1; a person has the same one everywhere. */
export const avatarGrounds = ['#3F6B75', '#6B5591', '#7A5A3A', '#44693A', '#8A4A5E'] as const;

export function avatarGround(id: number): string {
  return avatarGrounds[Math.abs(id) % avatarGrounds.length] ?? avatarGrounds[0];
}
