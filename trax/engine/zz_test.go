package engine_test
import ("testing";"time";. "github.com/loopline/loopline/trax/engine";"github.com/loopline/loopline/trax")
func TestZZ(t *testing.T){
 for i:=range 4 {
  st:=time.Now()
  ps:=[2]Bot{bot(t,"search",Options{Seed:uint64(i),Nodes:4000}),bot(t,"random",Options{Seed:uint64(i)})}
  if i&1==1 {ps[0],ps[1]=ps[1],ps[0]}
  p:=trax.NewPosition()
  for p.Ply()<60 && !p.Outcome().Over && time.Since(st)<15*time.Second { require0(t,p,ps[p.Turn()]) }
  t.Log(i,p.Ply(),p.Tiles(),p.Outcome(),time.Since(st))
 }
}
func require0(t *testing.T,p *trax.Position,b Bot){ st:=time.Now(); m,err:=b.Move(t.Context(),p,hour); if err!=nil||p.Play(m)!=nil{t.Fatal(err)}; if d:=time.Since(st);d>500*time.Millisecond {t.Log("slow",p.Ply(),p.Tiles(),d)}}
