// What the 3D view asks of a graphics card: the texts of its shaders. scene3d.js draws with them.
"use strict";

var brickyardShaders = (() => {
  // Where a copy of a part puts its corners; moved parts keep the light of the place they came from.
  const COPIED = `#version 300 es
    layout(location=3) in vec4 row0;
    layout(location=4) in vec4 row1;
    layout(location=5) in vec4 row2;
    layout(location=6) in vec2 look; // colour, how muted
    layout(location=9) in vec3 shift;
    layout(location=10) in vec4 number;
    layout(location=11) in vec4 heat; // pointed at, chosen
    layout(location=12) in vec4 tint;
    uniform mat4 view;
    uniform float scale;
    uniform float moved;
    uniform sampler2D palette;
    vec3 rest(vec3 corner) {
      vec4 here = vec4(corner * scale, 1.0);
      return vec3(dot(row0, here), dot(row1, here), dot(row2, here));
    }
    vec3 put(vec3 corner) { return rest(corner) + moved * shift; }`;
  const facesVertex = (isPictured) => `${COPIED}
    layout(location=0) in vec3 place;
    layout(location=1) in vec3 normal;
    layout(location=2) in float slot;
    ${isPictured ? "out vec3 inPart;" : ""}
    out vec3 turned;
    out vec3 resting;
    flat out vec4 off; // how far moved, how muted
    flat out int code; // of its paint: what is hidden needn't look it up
    flat out vec4 told;
    flat out vec4 hot;
    flat out vec4 dyed; // its tint, as light
    invariant gl_Position;
    void main() {
      resting = rest(place);
      vec3 seen = resting + moved * shift;
      off = vec4(moved * shift, look.y);
      turned = vec3(dot(row0.xyz, normal), dot(row1.xyz, normal), dot(row2.xyz, normal));
      code = slot > 254.5 ? int(look.x) : int(slot);
      vec3 bright = pow((tint.rgb + 0.055) / 1.055, vec3(2.4));
      dyed = vec4(mix(tint.rgb / 12.92, bright, step(0.04045, tint.rgb)), tint.a);
      told = number;
      hot = heat;
      ${isPictured ? "inPart = place * scale;" : ""}
      gl_Position = view * vec4(seen, 1.0);
    }`;
  const FACES_VERTEX = facesVertex(false);
  // The same place to the last bit, and nothing else: what is hidden needn't be lit.
  const PLACE_VERTEX = `${COPIED}
    layout(location=0) in vec3 place;
    invariant gl_Position;
    void main() {
      vec3 seen = rest(place) + moved * shift;
      gl_Position = view * vec4(seen, 1.0);
    }`;
  const PLACE_FRAGMENT = `#version 300 es
    precision mediump float;
    out vec4 colour;
    void main() { colour = vec4(1.0); }`;
  // A picture on faces (!TEXMAP): across and down a plane, around a cylinder, or around a ball.
  const PICTURED = `
    in vec3 inPart;
    uniform sampler2D picture; // as it is shown, by how much there is of it
    uniform vec3 origin;
    uniform mat3 ways;
    uniform vec2 roundAndUp;
    uniform int mapping;
    uniform float wide; // how wide it lies, in LDraw units
    vec4 pictured() {
      vec3 at = (inPart - origin) * ways;
      vec2 spot = mapping == 0 ? at.xy : vec2(0.5 + atan(at.x, at.z) / roundAndUp.x,
        mapping == 1 ? 1.0 - at.y : 0.5 - atan(at.y, length(at.xz)) / roundAndUp.y);
      // By the pixel's own size: where the picture's two ends meet, spots jump.
      float pixel = sqrt(length(dFdx(inPart)) * length(dFdy(inPart)));
      float dense = pixel * float(textureSize(picture, 0).x) / wide;
      vec4 found = textureLod(picture, spot, log2(max(dense, 0.001)));
      if (any(greaterThan(abs(spot - 0.5), vec2(0.5005)))) return vec4(0.0);
      vec3 shown = found.rgb / max(found.a, 0.001);
      return vec4(mix(shown / 12.92, pow((shown + 0.055) / 1.055, vec3(2.4)), step(0.04045, shown)), found.a);
    }`;
  // Of `kind` solid, clear or mixed; only what is mixed discards, so that what is hidden is found before it
  // is lit.
  const facesFragment = (kind, taps, hasSpecks, isPictured) => `#version 300 es
    precision highp float;
    precision highp sampler3D;
    precision highp sampler2DShadow;
    precision mediump sampler2DArray;
    ${isPictured ? PICTURED : ""}
    in vec3 turned;
    in vec3 resting;
    flat in vec4 off;
    flat in vec4 dyed;
    flat in int code;
    uniform sampler2D palette;
    uniform vec3 eye, ground, sun, ahead, airLow, perAir, skyMean;
    uniform mat4 sunView;
    uniform float airCell, sunSlack;
    uniform vec4 light; // sky, ground, sun, front
    // What each paint mirrors of a room around a place; its width, divided by.
    uniform sampler2DArray boxes;
    uniform vec3 right;
    uniform vec4 room;
    ${kind === "solid" ? "const bool glass = false;" : "uniform bool glass;"}
    uniform sampler3D air;
    uniform sampler2DShadow shade;
    layout(location=0) out vec4 colour;
    ${kind === "solid" ? "" : "layout(location=1) out vec4 taken; uniform float share; uniform vec2 nearer;"}
    float ofSky(vec3 n) {
      // How open the place is, and towards where: two terms of its harmonics are enough.
      vec4 open = textureLod(air, (resting + n * airCell - airLow) * perAir, 0.0);
      vec3 way = open.yzw * 2.0 - 1.0;
      float all = 0.25 + 0.5 * dot(n, skyMean);
      return clamp((0.25 * open.x + 0.5 * dot(n, way) + 0.05) / (max(all, 0.0) + 0.05), 0.0, 1.0);
    }
    float inSun(vec3 place) { return textureLod(shade, (sunView * vec4(place, 1.0)).xyz * 0.5 + 0.5, 0.0); }
    ${
      taps === 1
        ? "float ofSun(vec3 n) { return inSun(resting + n * sunSlack); }"
        : `float ofSun(vec3 n) {
      // Spots around on the surface itself, so that it doesn't shade itself.
      vec3 off = abs(n.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
      vec3 one = normalize(cross(n, off)), other = cross(n, one);
      float found = 0.0;
      for (int tap = 0; tap < ${taps}; tap++) {
        float around = float(tap) * 2.0944;
        found += inSun(resting + n * sunSlack + 1.4 * (one * cos(around) + other * sin(around)));
      }
      return found / ${taps}.0;
    }`
    }
    vec3 exposed(vec3 l) {
      if (max(l.r, max(l.g, l.b)) > 0.78) l = mix(l, 1.0 - 0.22 * exp(-(l - 0.78) / 0.308), step(0.78, l));
      // sRGB's curve by roots, right to half of a colour's 255 steps: powers take thrice the time.
      vec3 two = sqrt(l), four = sqrt(two), eight = sqrt(four);
      return min(12.92 * l, 0.662002687 * two + 0.684122060 * four - 0.323583601 * eight - 0.0225411470 * l);
    }
    // Specks in cells of space, as in the stills: how much of one is here, and how it is turned.
    vec2 specks(vec3 place, float kind) {
      vec3 told = kind < 0.5 ? vec3(3.2, 0.62, 0.22)
        : kind < 0.8 ? vec3(2.6, 0.30, 0.12) : vec3(1.1, 0.5, 0.3);
      vec3 scaled = place / told.x, cell = floor(scaled);
      uvec3 keys = uvec3(ivec3(cell));
      uint key = (keys.x * 73856093u) ^ (keys.y * 19349663u) ^ (keys.z * 83492791u);
      float found[5];
      for (int i = 0; i < 5; i++) {
        key = key * 747796405u + 2891336453u;
        key ^= key >> 15;
        found[i] = float(key >> 8) / 16777216.0;
      }
      float radius = mix(told.z, 0.5, found[3]);
      vec3 centre = radius + (1.0 - 2.0 * radius) * vec3(found[0], found[1], found[2]);
      float there = clamp((radius - length(scaled - cell - centre)) * 8.0, 0.0, 1.0);
      return vec2(found[4] < told.y ? there : 0.0, found[0]);
    }
    void main() {
      vec4 paint = texelFetch(palette, ivec2(code, 0), 0); // as light
      vec4 laid = ${isPictured ? "pictured()" : "vec4(0.0)"};
      ${isPictured ? "paint.rgb = mix(paint.rgb, laid.rgb, laid.a);" : ""}
      paint.rgb = mix(paint.rgb, dyed.rgb, dyed.a);
      ${
        hasSpecks
          ? `vec4 speck = texelFetch(palette, ivec2(code, 4), 0);
      vec2 mixed = speck.a > 0.1 ? specks(resting, speck.a) : vec2(0.0);
      if (speck.a > 0.5) speck.rgb *= 0.7 + 6.0 * max(mixed.y - 0.55, 0.0);`
          : "const vec4 speck = vec4(0.0); const vec2 mixed = vec2(0.0);"
      }
      vec3 seen = resting + off.xyz;
      float muted = off.w;
      ${kind === "mixed" ? "if ((paint.a < 0.99) != glass) discard;" : ""}
      // What is printed is solid.
      ${kind === "clear" && isPictured ? "if ((laid.a < 0.5) != glass) discard;" : ""}
      vec3 n = normalize(turned);
      vec3 away = normalize(seen - eye);
      if (dot(n, away) > 0.0) n = -n;
      float facing = -dot(n, away), flat_ = 1.0 - clamp(facing, 0.0, 1.0);
      // How much light is scattered and mirrored, least light from around, glow.
      vec4 finish = texelFetch(palette, ivec2(code, 2), 0);
      // The sun's spot and its sharpness, whether it has the paint's colour, more light at flat angles.
      vec4 mirrored = texelFetch(palette, ivec2(code, 3), 0);
      float up = -n.y, toSun = dot(n, sun), sky = glass ? 1.0 : ofSky(n);
      float sunny = glass ? 1.0 : toSun > 0.0 ? ofSun(n) : 0.0;
      float strength = (light.x + light.y) / 2.0 + (light.x - light.y) / 2.0 * up
        + light.w * max(-dot(n, ahead), 0.0);
      strength *= finish.z + (1.0 - finish.z) * sky;
      strength += light.z * max(toSun, 0.0) * sunny + finish.w;
      float flat3 = flat_ * flat_ * flat_, rim = flat3 * flat_ * flat_ * mirrored.w + finish.y;
      if (rim > 0.001) {
        vec3 toBox = normalize(away + 2.0 * facing * n + (seen - room.xyz) * room.w);
        float bounce = finish.y > 0.5 ? 0.12 * sin(dot(seen, vec3(0.043, 0.071, 0.059))) - toBox.y : -toBox.y;
        vec3 cell = vec3(0.5 + 0.5 * vec2(dot(toBox, right), bounce), float(code));
        float root = textureLod(boxes, cell, 0.0).r;
        rim *= 4.0 * root * root * (0.25 + 0.75 * sky);
      }
      float spot = max(2.0 * facing * toSun + dot(away, sun), 0.0);
      vec3 shine = vec3(rim + mirrored.x * pow(spot, mirrored.y) * sunny);
      if (mirrored.z > 0.5) shine *= paint.rgb;
      strength *= finish.x;
      vec3 tinted = paint.rgb;
      paint.rgb = mix(paint.rgb, speck.rgb, mixed.x);
      ${
        kind === "solid"
          ? ""
          : `if (glass) {
        // As in the stills: what it adds, and what it takes of the light behind it.
        float dense = clamp(0.68 + (paint.a - 0.5) * 0.6, 0.1, 0.95), covered = max(0.9 * mixed.x, laid.a);
        float inside = max(max(tinted.r, tinted.g), tinted.b) - min(min(tinted.r, tinted.g), tinted.b);
        float milk = mix(0.048 + 0.115 * inside * inside + 0.3 * flat3, 1.0, covered);
        vec3 own = paint.rgb * strength * milk + 0.8 * shine;
        vec3 through = (1.0 - dense + dense * tinted) * (0.93 - 0.42 * flat3 - 0.06 * paint.a)
          * (1.0 - covered);
        // Muted glass is a pale grey on any ground.
        own = mix(own, 0.17 * mix(pow(ground, vec3(2.2)), vec3(0.35), 0.35), muted);
        // What is nearer counts more, because what is behind it is seen through it.
        float weight = exp(-nearer.y * (dot(seen - eye, ahead) - nearer.x));
        colour = vec4(own, 1.0) * weight * share;
        taken = vec4(-log(clamp(mix(through, vec3(0.83), muted), 0.001, 1.0)), 1.0) * share;
        return;
      }`
      }
      vec3 plain = exposed(paint.rgb * strength + shine);
      float grey = dot(plain, vec3(0.30, 0.59, 0.11));
      colour = vec4(mix(plain, mix(vec3(grey), ground, 0.6), muted), 1.0);
    }`;
  // Glass over what is behind it: layers in any order, as if each were the weighted mean of all at its pixel.
  const GLASS_FRAGMENT = `#version 300 es
    precision highp float;
    in vec2 at;
    uniform sampler2D behind, added, taken;
    uniform float share;
    out vec4 colour;
    void main() {
      vec4 sum = texture(added, at), through = texture(taken, at) / share;
      if (through.a < 0.01) discard;
      vec3 all = through.rgb, seen = texture(behind, at).rgb;
      vec3 light = mix(seen / 12.92, pow((seen + 0.055) / 1.055, vec3(2.4)), step(0.04045, seen)) * exp(-all);
      light += sum.rgb / max(sum.a, 1e-7) * (1.0 - exp(-all)) / max(1.0 - exp(-all / through.a), 0.0001);
      light = clamp(light, 0.0, 1.0);
      vec3 bright = 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055;
      colour = vec4(mix(12.92 * light, bright, step(0.0031308, light)), 1.0);
    }`;
  const LINES_VERTEX = `${COPIED}
    layout(location=0) in vec3 place;
    layout(location=1) in vec3 other;
    layout(location=2) in vec3 left;
    layout(location=7) in vec3 right;
    uniform bool conditional;
    uniform vec2 pixel;
    uniform vec3 ground, eye;
    uniform float wide, nearer, zOfEye, whole;
    out vec3 ink;
    out float off, along, share;
    vec2 spotOf(vec4 seen) { return seen.xy / seen.w / pixel; }
    // Tested as if it were a little nearer, by the same length at any zoom: no face can dot it.
    vec4 seenNearer(vec3 corner) {
      vec3 world = put(corner);
      vec4 seen = view * vec4(world, 1.0);
      float share = nearer / max(distance(eye, world), 2.0 * nearer);
      seen.z += share / (1.0 - share) * zOfEye;
      return seen;
    }
    void main() {
      vec4 a = seenNearer(place), b = seenNearer(other);
      vec2 from = spotOf(a), way = spotOf(b) - from;
      float far = length(way);
      way = far > 0.0 ? way / far : vec2(1.0, 0.0);
      vec2 across = vec2(-way.y, way.x);
      if (conditional) {
        vec4 l = view * vec4(put(left), 1.0), r = view * vec4(put(right), 1.0);
        if (dot(across, spotOf(l) - from) * dot(across, spotOf(r) - from) < 0.0) {
          gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
          return;
        }
      }
      // Many short lines side by side would be a web.
      share = clamp(far / whole, 0.45, 1.0);
      // A triangle is quicker than the strip that it holds: from -1 to 3 across, and twice as long.
      int corner = gl_VertexID % 3;
      along = corner == 2 ? 2.0 : 0.0;
      vec4 base = a + along * (b - a);
      off = (corner == 1 ? 3.0 : -1.0) * (0.5 * wide + 1.0) * base.w;
      base.xy += across * off * pixel;
      vec3 edge = texelFetch(palette, ivec2(int(look.x), 1), 0).rgb;
      ink = mix(edge, mix(edge, ground, 0.75), look.y);
      gl_Position = base;
    }`;
  const LINES_FRAGMENT = `#version 300 es
    precision highp float;
    in vec3 ink;
    in float off, along, share;
    uniform float strength, wide;
    out vec4 colour;
    void main() {
      float there = clamp(0.5 * wide + 0.5 - abs(off * gl_FragCoord.w), 0.0, 1.0);
      colour = vec4(ink, share * strength * (along > 1.0 ? 0.0 : there));
    }`;
  const DEPTH_FRAGMENT = `#version 300 es
    precision highp float;
    flat in int code;
    uniform sampler2D palette;
    out vec4 colour;
    void main() { if (texelFetch(palette, ivec2(code, 0), 0).a < 0.99) discard; colour = vec4(1.0); }`;
  // What glass leaves of the sun's light: a ray goes in and out of a wall.
  const THROUGH_FRAGMENT = `#version 300 es
    precision highp float;
    flat in int code;
    uniform sampler2D palette;
    out vec4 colour;
    void main() {
      vec4 paint = texelFetch(palette, ivec2(code, 0), 0);
      if (paint.a > 0.99) discard;
      float dense = clamp(0.68 + (paint.a - 0.5) * 0.6, 0.1, 0.95);
      colour = vec4(sqrt(1.0 - dense + dense * paint.rgb), 1.0);
    }`;
  const NUMBER_FRAGMENT = `#version 300 es
    precision mediump float;
    flat in vec4 told;
    out vec4 colour;
    void main() { colour = told; }`;
  const HEAT_FRAGMENT = `#version 300 es
    precision mediump float;
    flat in vec4 hot;
    out vec4 colour;
    void main() { if (hot.r + hot.g < 0.5) discard; colour = hot; }`;
  // Sides of the sky, and how many of their maps stand side by side.
  const WAYS = 16;
  const WAYS_ACROSS = 4;
  const QUAD_VERTEX = `#version 300 es
    layout(location=0) in vec2 corner;
    out vec2 at;
    void main() { at = corner * 0.5 + 0.5; gl_Position = vec4(corner, 0.0, 1.0); }`;
  // How much sky there is at places in the air, and on the table, by depth maps from many sides.
  const SKY = `#version 300 es
    precision highp float;
    precision highp sampler2DShadow;
    in vec2 at;
    uniform sampler2DShadow maps;
    uniform mat3 ways[${WAYS}]; // two ways across, and the one towards the sky
    uniform vec3 middle;
    uniform float reach, slack;
    out vec4 colour;
    float reached(int way, vec3 place) {
      vec3 here = (place - middle) * ways[way] / reach * 0.5 + 0.5;
      vec2 tile = vec2(float(way % ${WAYS_ACROSS}), float(way / ${WAYS_ACROSS}));
      if (any(lessThan(here.xy, vec2(0.0))) || any(greaterThan(here.xy, vec2(1.0)))) return 1.0;
      vec2 spot = (tile + clamp(here.xy, 0.01, 0.99)) / vec2(${WAYS_ACROSS}.0, ${WAYS / WAYS_ACROSS}.0);
      return texture(maps, vec3(spot, 1.0 - here.z - slack));
    }`;
  const AIR_FRAGMENT = `${SKY}
    uniform vec3 airLow, airSize;
    uniform float slice;
    void main() {
      vec3 place = airLow + airSize * vec3(at, slice);
      vec4 sum = vec4(0.0);
      for (int way = 0; way < ${WAYS}; way++) sum += reached(way, place) * vec4(1.0, ways[way][2]);
      sum /= ${WAYS}.0;
      colour = vec4(sum.x, sum.yzw * 0.5 + 0.5);
    }`;
  const GROUND_FRAGMENT = `${SKY}
    uniform sampler2DShadow shade;
    uniform sampler2D through;
    uniform mat4 sunView;
    uniform vec3 corner;
    uniform float span;
    uniform vec2 rims; // of the sun's shadow, close by what throws it and far away
    vec4 sunAround(vec3 place, float rim) {
      vec4 found = vec4(0.0);
      for (int tap = 0; tap < 12; tap++) {
        float out_ = rim * span * sqrt((float(tap) + 0.5) / 12.0), around = float(tap) * 2.39996;
        vec4 there = sunView * vec4(place + vec3(cos(around), 0.0, sin(around)) * out_, 1.0);
        vec3 spot = there.xyz * 0.5 + 0.5;
        bool inside = all(greaterThan(spot.xy, vec2(0.0))) && all(lessThan(spot.xy, vec2(1.0)));
        // The table goes on beyond what the map reaches.
        float lit = inside ? texture(shade, vec3(spot.xy, min(spot.z - 0.001, 1.0))) : 1.0;
        found += vec4(inside ? texture(through, spot.xy).rgb : vec3(1.0), lit);
      }
      return found / 12.0;
    }
    void main() {
      vec3 place = corner + vec3(at.x, 0.0, at.y) * span;
      float sky = 0.0, whole = 0.0;
      for (int way = 0; way < ${WAYS}; way++) {
        float weight = ways[way][2].y * ways[way][2].y;
        sky += weight * reached(way, place);
        whole += weight;
      }
      float hidden = 1.0 - sky / whole;
      vec4 close = sunAround(place, rims.x);
      colour = vec4(close.rgb * mix(sunAround(place, rims.y).a, close.a, hidden * hidden), hidden);
    }`;
  const TABLE_VERTEX = `#version 300 es
    layout(location=0) in vec2 corner;
    uniform mat4 view;
    uniform vec3 corner0;
    uniform float span;
    out vec2 at;
    void main() {
      at = corner * 0.5 + 0.5;
      gl_Position = view * vec4(corner0 + vec3(at.x, 0.0, at.y) * span, 1.0);
    }`;
  const TABLE_FRAGMENT = `#version 300 es
    precision mediump float;
    in vec2 at;
    uniform sampler2D dark;
    uniform vec2 size, foot;
    out vec4 colour;
    void main() {
      // Nothing where the picture ends: a shadow cut off looks like a fault.
      vec2 from = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y) - foot;
      from /= max(vec2(from.x < 0.0 ? foot.x : size.x - foot.x, size.y - foot.y), 1.0);
      from = vec2(abs(from.x), max(from.y, 0.0));
      float away = pow(from.x * from.x * from.x + from.y * from.y * from.y, 1.0 / 3.0);
      colour = vec4(1.0 - texture(dark, at).rgb * smoothstep(0.0, 1.0, (1.0 - away) / 0.38), 1.0);
    }`;

  // A line around what is hot, with a paler one around that: seen on bricks of every colour.
  const OUTLINE_FRAGMENT = `#version 300 es
    precision mediump float;
    in vec2 at;
    uniform sampler2D mask;
    uniform vec2 pixel;
    uniform float wide;
    uniform vec3 pointed, chosen, halo;
    out vec4 colour;
    void main() {
      vec2 here = texture(mask, at).rg, close = vec2(0.0), near = vec2(0.0);
      for (int tap = 0; tap < 16; tap++) {
        float around = float(tap) * 0.3927;
        vec2 way = vec2(cos(around), sin(around)) * pixel;
        close = max(close, texture(mask, at + way * wide).rg);
        near = max(near, texture(mask, at + way * (wide + 1.5)).rg);
      }
      vec2 line = clamp(close - here, 0.0, 1.0), rim = clamp(near - close - here, 0.0, 1.0);
      vec3 ink = mix(pointed, chosen, step(0.5, line.g));
      float drawn = max(line.r, line.g), pale = max(rim.r, rim.g) * 0.8 * (1.0 - drawn);
      colour = vec4(mix(halo, ink, drawn / max(drawn + pale, 0.001)), max(drawn, pale));
      if (drawn + pale < 0.01 && here.g > 0.5) colour = vec4(chosen, 0.14);
    }`;

  return {
    facesVertex,
    FACES_VERTEX,
    PLACE_VERTEX,
    PLACE_FRAGMENT,
    facesFragment,
    GLASS_FRAGMENT,
    LINES_VERTEX,
    LINES_FRAGMENT,
    DEPTH_FRAGMENT,
    THROUGH_FRAGMENT,
    NUMBER_FRAGMENT,
    HEAT_FRAGMENT,
    QUAD_VERTEX,
    AIR_FRAGMENT,
    GROUND_FRAGMENT,
    TABLE_VERTEX,
    TABLE_FRAGMENT,
    OUTLINE_FRAGMENT,
    WAYS,
    WAYS_ACROSS,
  };
})();
